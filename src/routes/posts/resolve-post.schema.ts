/**
 * POST /public/v1/posts/{id}/resolve
 *
 * A person's word about a post that is `unconfirmed`: `published` (with the address and the network's id, where known; the id is
 * needed when parts of a thread are left), `resend`, or `drop`. Answers 201 with the post as GET shows it. Refuses with invalid_id,
 * invalid_request, post_not_found, foreign_resource, post_locked (the post is not unconfirmed, or somebody has decided).
 */
export const resolvePostBody = {
  type: 'object',
  properties: {
    decision: { enum: ['published', 'resend', 'drop'] },
    url: { type: 'string', maxLength: 2048, format: 'uri', pattern: '^https?://' },
    releaseId: { type: 'string', minLength: 1, maxLength: 512 },
  },
  required: ['decision'],
  additionalProperties: false,
} as const;
