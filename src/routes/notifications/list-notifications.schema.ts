/**
 * GET /public/v1/notifications[?page=0]
 *
 * Answers 200 `{"notifications": [{id, content, link, createdAt}], "total", "page", "limit": 100, "hasMore"}`: what the
 * organisation should know or decide, newest first; pages count from 0. Refuses with invalid_request.
 */
export const listNotificationsQuery = {
  type: 'object',
  properties: { page: { type: 'integer', minimum: 0, maximum: 1_000_000, default: 0 } },
} as const;
