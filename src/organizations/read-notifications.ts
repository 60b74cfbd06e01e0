/**
 * Notifications of an organisation, newest first. Written by the statements that change a post or a channel.
 */
import type { Database } from '../platform/database.ts';
import { Notification } from '../entities/delivery.ts';
import { presentNotification } from './present-notification.ts';

export const NOTIFICATIONS_PER_PAGE = 100;

/** One page; `page` counts from 0. */
export async function readNotifications(database: Database, organizationId: string, page: number) {
  const limit = NOTIFICATIONS_PER_PAGE;
  const [rows, total] = await database
    .fork()
    .findAndCount(
      Notification,
      { organization: organizationId },
      { orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset: page * limit },
    );
  return {
    notifications: rows.map(presentNotification),
    total,
    page,
    limit,
    hasMore: (page + 1) * limit < total,
  };
}
