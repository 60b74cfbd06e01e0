/**
 * GET /public/v1/posts?startDate&endDate[&customer]
 *
 * Answers 200 `{"posts": […]}`: the posts whose date lies in the range, both ends included, oldest first.
 * Refuses with invalid_request, invalid_date, invalid_id.
 */
export const listPostsQuery = {
  type: 'object',
  properties: { startDate: { type: 'string', maxLength: 64 }, endDate: { type: 'string', maxLength: 64 }, customer: { type: 'string' } },
  required: ['startDate', 'endDate'],
} as const;
