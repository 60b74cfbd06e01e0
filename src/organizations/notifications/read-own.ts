/** The notifications of one person in one organisation: in the bell, with what they have read. */
import type { Reader, Statement } from '../../platform/database.ts';
import { topicSql, type PersonalKind, type Topic } from './topics.ts';

/** What happened once or, on the same channel, several times. */
export interface OwnNotification {
  /** All that it stands for, the newest first. */
  readonly ids: readonly string[];
  readonly kind: PersonalKind;
  readonly topic: Topic;
  readonly content: string;
  readonly channel: { readonly id: string; readonly name: string } | null;
  readonly postId: string | null;
  /** Of the newest. */
  readonly createdAt: string;
  readonly read: boolean;
}

const SHOWN = 50;

/**
 * What a person sees in the app: of the last 30 days, since they joined, without the topics that they turned
 * off. `$1` is the person, `$2` the organisation.
 */
const MINE = `select n.id, n.kind, n.content, n.post_id, n.integration_id, n.created_at,
    ${topicSql('n.kind')} as topic, r.read_at is not null as read
  from notification n
  join membership m on m.organization_id = n.organization_id and m.user_id = $1
  left join notification_receipt r on r.notification_id = n.id and r.user_id = $1
  left join notification_choice c on c.user_id = $1 and c.topic = ${topicSql('n.kind')}
  where n.organization_id = $2
    and n.created_at >= greatest(m.created_at, now() - interval '30 days')
    and ${topicSql('n.kind')} is not null
    and coalesce(c.app, true)
  order by n.created_at desc, n.id desc
  limit 500`;

// The same failure of one channel is one line.
const LIST: Statement = {
  name: 'own-notifications',
  text: `with mine as (${MINE}),
    grouped as (
      select array_agg(id order by created_at desc, id desc) as ids, kind, topic, read, integration_id,
        (array_agg(content order by created_at desc, id desc))[1] as content,
        (array_agg(post_id order by created_at desc, id desc))[1] as "postId",
        max(created_at) as at
      from mine
      group by kind, topic, read, integration_id, case when integration_id is null then id end
    )
    select g.ids, g.kind, g.topic, g.read, g.content, g."postId", i.id as "channelId", i.name as "channelName",
      (extract(epoch from g.at) * 1000)::float8 as "atMs",
      (count(*) filter (where not g.read) over ())::int as unread
    from grouped g
    left join integration i on i.id = g.integration_id
    order by g.at desc
    limit ${SHOWN}`,
};

type Row = Omit<OwnNotification, 'channel' | 'createdAt'> & {
  readonly channelId: string | null;
  readonly channelName: string | null;
  readonly atMs: number;
  readonly unread: number;
};

export interface OwnNotifications {
  readonly unread: number;
  readonly notifications: readonly OwnNotification[];
}

export async function readOwnNotifications(
  database: Reader,
  { userId, organizationId }: { readonly userId: string; readonly organizationId: string },
): Promise<OwnNotifications> {
  const rows = await database.query<Row>(LIST, [userId, organizationId]);
  return {
    unread: rows[0]?.unread ?? 0,
    notifications: rows.map(({ channelId, channelName, atMs, unread: _, ...row }) => ({
      ...row,
      channel: channelId && channelName !== null ? { id: channelId, name: channelName } : null,
      createdAt: new Date(atMs).toISOString(),
    })),
  };
}

const MARK: Statement = {
  name: 'own-notifications-read',
  text: `insert into notification_receipt (user_id, notification_id, read_at)
    select $1, mine.id, now()
    from (${MINE}) mine
    where not mine.read and ($3::uuid[] is null or mine.id = any($3))
    on conflict (user_id, notification_id) do update set read_at = now()`,
};

/** Marks these, or all, as read by this person; what is not theirs is left alone. */
export async function markAsRead(
  database: Reader,
  { userId, organizationId, ids }: { userId: string; organizationId: string; ids: readonly string[] | null },
): Promise<void> {
  await database.query(MARK, [userId, organizationId, ids]);
}
