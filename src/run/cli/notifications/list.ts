import { PROGRAM } from '../command.ts';
import type { Lists } from '../instance/instance.ts';
import { shortDate, table, type Answer } from '../output.ts';

/** One page of notifications; JSON as in GET /public/v1/notifications. */
export async function listNotifications(lists: Lists, page: number): Promise<Answer> {
  const found = await lists.listNotifications(page);
  const rows = found.notifications.map((n) => [shortDate(n.createdAt), n.content]);
  const more = found.hasMore
    ? ['', `${found.total} in total. Next page: ${PROGRAM} notifications --page ${page + 1}`]
    : [];
  return {
    json: found,
    lines: rows.length ? [...table(['TIME', 'WHAT'], rows), ...more] : ['No notifications'],
  };
}
