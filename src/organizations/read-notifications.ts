/**
 * Notifications of an organisation, newest first. Written by the statements that change a post or a channel.
 */
import type { Reader, Statement } from '../platform/database.ts';
import { presentNotification } from './present-notification.ts';

export const NOTIFICATIONS_PER_PAGE = 100;

const PAGE: Statement = {
  name: 'notifications-page',
  text: `select id, content, (extract(epoch from created_at) * 1000)::float8 as "createdMs"
    from notification
    where organization_id = $1
    order by created_at desc, id desc
    limit $2 offset $3`,
};
const COUNT: Statement = {
  name: 'notifications-count',
  text: 'select count(*)::int as total from notification where organization_id = $1',
};

/** One page; `page` counts from 0. */
export async function readNotifications(database: Reader, organizationId: string, page: number) {
  const limit = NOTIFICATIONS_PER_PAGE;
  const [rows, counted] = await Promise.all([
    database.query<{ id: string; content: string; createdMs: number }>(PAGE, [
      organizationId,
      limit,
      page * limit,
    ]),
    database.query<{ total: number }>(COUNT, [organizationId]),
  ]);
  const total = counted[0]?.total ?? 0;
  return {
    notifications: rows.map(({ createdMs, ...row }) =>
      presentNotification({ ...row, createdAt: new Date(createdMs) }),
    ),
    total,
    page,
    limit,
    hasMore: (page + 1) * limit < total,
  };
}
