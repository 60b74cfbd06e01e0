/** What notifications are about: people choose by topic, not by kind. */
import type { CameOverKind } from '../../platform/entities/came-over.ts';
import type { NotificationKind } from '../../platform/entities/events.ts';

export const TOPICS = ['posts', 'channels', 'publishing', 'developers', 'billing'] as const;
export type Topic = (typeof TOPICS)[number];

/** What people are notified of. What came over is read in the list of the API alone. */
export type PersonalKind = Exclude<NotificationKind, CameOverKind>;

const TOPIC_OF: Readonly<Record<PersonalKind, Topic>> = {
  failed: 'posts',
  partly_published: 'posts',
  unconfirmed: 'posts',
  missed: 'posts',
  channel_disconnected: 'channels',
  frozen: 'publishing',
  app_deleted: 'developers',
  token_revoked: 'developers',
  webhook_disabled: 'developers',
  webhook_backlog: 'developers',
  billing: 'billing',
};

export const PERSONAL_KINDS = Object.keys(TOPIC_OF) as readonly PersonalKind[];

/** The topic of the kind in a column, as SQL; null for one that is not personal. */
export const topicSql = (column: string): string =>
  `case ${column} ${Object.entries(TOPIC_OF)
    .map(([kind, topic]) => `when '${kind}' then '${topic}'`)
    .join(' ')} end`;
