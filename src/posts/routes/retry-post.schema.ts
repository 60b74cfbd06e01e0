import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';

export const retryPostOperation = {
  id: 'retryPost',
  method: 'post',
  path: '/posts/{id}/retry',
  tag: 'Posts',
  access: 'caller',
  summary: 'Publish a post again that failed or was missed',
  description: 'Parts that are out stay as they are.',
  answer: {
    status: 201,
    description: 'The post as it is now',
    schema: component('PostDetail'),
    headers: { ETag: 'The revision' },
  },
  errors: ['post_not_found', 'foreign_resource', 'post_locked', 'revision_mismatch'],
} as const satisfies Operation;
