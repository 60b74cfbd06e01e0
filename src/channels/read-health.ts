/** How the channels of an organisation are: what they published last, what waits, and why. */
import type { Channel } from '../../providers/_kit/contract.ts';
import type { Database, Statement } from '../platform/database.ts';
import type { StoredTime } from './posting-times.ts';

/** One channel. Instants in milliseconds since the epoch. */
export interface ChannelHealthRow {
  readonly id: string;
  readonly provider: string;
  readonly name: string;
  readonly picture: string | null;
  readonly profile: string | null;
  readonly internalId: string;
  readonly details: Channel['details'];
  readonly disabled: boolean;
  readonly shortLinks: boolean;
  readonly refreshNeeded: boolean;
  readonly groupId: string | null;
  readonly groupName: string | null;
  readonly createdAtMs: number;
  /** When its credentials end, where they do. */
  readonly expiresAtMs: number | null;
  readonly postingTimes: readonly StoredTime[];
  readonly postingLocal: boolean;
  readonly lastPostId: string | null;
  readonly lastAtMs: number | null;
  readonly lastLatenessMs: number | null;
  readonly lastUrl: string | null;
  /** Scheduled posts, and of all its posts those that are held. */
  readonly waiting: number;
  readonly held: number;
  /** Until when the network asked the channel to wait, and its message. */
  readonly limitedUntilMs: number | null;
  readonly limitReason: string | null;
  /** Since when its server does not answer, and when it is tried next. */
  readonly awaySinceMs: number | null;
  readonly probeAtMs: number | null;
  readonly host: string;
}

const ms = (moment: string): string => `(extract(epoch from ${moment}) * 1000)::float8`;

// Each look is one into an index that begins with the channel.
const HEALTH: Statement = {
  name: 'channel-health',
  text: `select i.id, i.provider, i.name, i.picture, i.profile, i.internal_id as "internalId", i.details, i.disabled, i.refresh_needed as "refreshNeeded",
    g.id as "groupId", g.name as "groupName", ${ms('i.created_at')} as "createdAtMs",
    ${ms('i.expires_at')} as "expiresAtMs", i.posting_times as "postingTimes", i.posting_local as "postingLocal", i.short_links as "shortLinks",
    last.id as "lastPostId", ${ms('last.published_at')} as "lastAtMs", last.lateness_ms as "lastLatenessMs",
    last.release_url as "lastUrl",
    (select count(*)::int from post p where p.integration_id = i.id and p.state = 'scheduled' and p.deleted_at is null) as waiting,
    (select count(*)::int from post p where p.integration_id = i.id and p.hold is not null) as held,
    ${ms('l.until')} as "limitedUntilMs", l.reason as "limitReason",
    ${ms('c.opened_at')} as "awaySinceMs", ${ms('c.probe_at')} as "probeAtMs", i.host
  from integration i
  left join customer g on g.id = i.customer_id
  left join lateral (
    select p.id, p.published_at, p.lateness_ms, p.release_url
    from post p
    where p.integration_id = i.id and p.published_at is not null and p.deleted_at is null
    order by p.published_at desc
    limit 1
  ) last on true
  left join channel_limit l on l.integration_id = i.id and l.until > now()
  left join network_circuit c on c.provider = i.provider and c.host = i.host and c.opened_at is not null
  where i.organization_id = $1 and i.deleted_at is null and ($2::uuid is null or i.id = $2)
  order by i.created_at, i.id`,
};

/** The organisation's channels, oldest first; with `channelId` that one alone. */
export function readHealth(
  database: Pick<Database, 'query'>,
  { organizationId, channelId = null }: { organizationId: string; channelId?: string | null },
): Promise<ChannelHealthRow[]> {
  return database.query<ChannelHealthRow>(HEALTH, [organizationId, channelId]);
}
