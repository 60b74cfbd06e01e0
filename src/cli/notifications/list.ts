import { readNotifications } from '../../notifications.ts';
import { PROGRAM, type Session } from '../command.ts';
import { shortDate, table, type Answer } from '../output.ts';

/** One page of notifications; JSON as GET /public/v1/notifications shows it. */
export async function listNotifications(session: Session, page: number): Promise<Answer> {
  const organization = await session.organization();
  const found = await readNotifications(session.context.database, organization.id, page);
  const rows = found.notifications.map((n) => [shortDate(n.createdAt), n.content]);
  const more = found.hasMore ? ['', `${found.total} in all; the next ones: ${PROGRAM} notifications --page ${page + 1}`] : [];
  return { json: found, lines: rows.length ? [...table(['TIME', 'WHAT'], rows), ...more] : ['No notifications'] };
}
