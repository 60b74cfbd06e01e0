import { valueSchema } from './create-post.schema.ts';

/**
 * PATCH /public/v1/posts/{id}
 *
 * `date` moves the post, `content` changes the text of its first part, `value` replaces all parts. At least one of them.
 * Answers 200 with the post as GET shows it. Refuses with invalid_id, invalid_request, invalid_date, invalid_content,
 * media_not_stored, post_not_found, foreign_resource, post_locked.
 */
export const editPostBody = {
  type: 'object',
  properties: { date: { type: 'string', maxLength: 64 }, content: { type: 'string', maxLength: 200_000 }, value: valueSchema },
  minProperties: 1,
  additionalProperties: false,
} as const;
