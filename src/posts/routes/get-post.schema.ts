import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';

export const getPostOperation = {
  id: 'getPost',
  method: 'get',
  path: '/posts/{id}',
  tag: 'Posts',
  access: 'caller',
  summary: 'Show a post',
  description:
    'With its parts, its timeline in words and its lateness; while a due post is held, why and until when.',
  answer: {
    status: 200,
    description: 'The post',
    schema: component('PostDetail'),
    headers: { ETag: 'The revision' },
  },
  errors: ['post_not_found', 'foreign_resource'],
} as const satisfies Operation;
