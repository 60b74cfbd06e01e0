import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';
import { resolvePostBody } from '../resolve-post.ts';

export const resolvePostOperation = {
  id: 'resolvePost',
  method: 'post',
  path: '/posts/{id}/resolve',
  tag: 'Posts',
  access: 'caller',
  summary: 'Say what became of an unconfirmed post',
  description: "A person's word about a post whose outcome nobody knows, after a look at the account.",
  body: resolvePostBody,
  answer: {
    status: 201,
    description: 'The post as it is now',
    schema: component('PostDetail'),
    headers: { ETag: 'The revision' },
  },
  errors: ['post_not_found', 'foreign_resource', 'post_locked', 'revision_mismatch'],
  example: { decision: 'published', url: 'https://social.example/@cafe/1' },
} as const satisfies Operation;
