/**
 * Limits of networks on the number of posts: known before anything is sent, so that people who plan a post
 * learn that it would wait. Crier holds nothing back because of them: the network knows what else was posted,
 * and reports it when the post is due.
 */
import { DateTime } from 'luxon';
import type { Channel, Network, PostLimit } from '../../../providers/_kit/contract.ts';
import type { Context } from '../../platform/context.ts';
import type { Statement } from '../../platform/database.ts';

/** The limit that a post which is being planned has to wait for. */
export interface LimitWait {
  /** What the network takes within the period, and how much of it is used by the date of the post. */
  readonly limit: number;
  readonly used: number;
  readonly of: PostLimit['of'];
  /** null = a calendar day. */
  readonly hours: number | null;
  /** When it can be published; null if it has more parts than the network takes at all. */
  readonly until: Date | null;
  readonly message: string;
}

/** `exceptPost`: the post that it changes, which does not count beside itself. */
interface Planned {
  readonly at: Date;
  readonly parts: number;
  readonly exceptPost: string | null;
}

interface Target {
  readonly organizationId: string;
  readonly channel: Pick<Channel, 'id' | 'details'>;
  readonly network: Network;
}

/** Posts up to this long after the date that is asked about count as planned. */
const AHEAD_MS = 3 * 86_400_000;
const DAY_MS = 86_400_000;
/** More than any limit that is declared. */
const MAX_ROWS = 2000;

/**
 * When the parts of an account's posts were published, or will be; with `$2`, of all accounts that share its
 * app: those of organisations without an app of their own, or of this organisation if it has one.
 */
const TAKEN: Statement = {
  name: 'post-limit-taken',
  text: `with own as (select organization_id as id from organization_app where provider = $4),
    accounts as (
      select i.id
      from integration i
      where i.id = $1::uuid
        or ($2::boolean and i.provider = $4 and case
          when exists (select 1 from own where own.id = $3::uuid) then i.organization_id = $3::uuid
          else not exists (select 1 from own where own.id = i.organization_id)
        end)
    ),
    parts as (
      select coalesce(i.published_at, greatest(p.publish_at, now())) as at
      from post p
      join post_item i on i.post_id = p.id
      where p.integration_id in (select id from accounts)
        and p.id is distinct from $5::uuid
        and ($6::boolean or i.position = 0)
        and (i.published_at >= $7
          or (i.published_at is null and p.deleted_at is null
            and p.state in ('scheduled', 'publishing', 'processing')))
    )
    select extract(epoch from at)::float8 * 1000 as ms
    from parts
    where at >= $7 and at <= $8
    order by at
    limit ${MAX_ROWS}`,
};

/** null = the network would take it at its date, or no limit is known. */
export async function limitWait(
  context: Pick<Context, 'config' | 'database'>,
  { organizationId, channel, network }: Target,
  planned: Planned,
): Promise<LimitWait | null> {
  const limit = network.postLimit?.(context.config.providerEnv, channel);
  if (!limit) return null;
  const needed = limit.eachPart ? planned.parts : 1;
  const at = planned.at.getTime();
  const rows = await context.database.query<{ ms: number }>(TAKEN, [
    channel.id,
    limit.of === 'app',
    organizationId,
    network.identifier,
    planned.exceptPost,
    limit.eachPart,
    new Date(at - Math.max(DAY_MS, hoursOf(limit) * 3_600_000)),
    new Date(at + AHEAD_MS),
  ]);
  const { used, until } = freeAt(
    rows.map(({ ms }) => ms),
    { limit, needed, at },
  );
  if (until === at) return null;
  const wait = {
    limit: limit.posts,
    used,
    of: limit.of,
    hours: 'hours' in limit.within ? limit.within.hours : null,
    until: until === null ? null : new Date(until),
  };
  return { ...wait, message: messageOf(network.name, wait) };
}

const hoursOf = ({ within }: PostLimit): number => ('hours' in within ? within.hours : 0);

/**
 * The first moment from `at` on at which there is room for `needed` more beside those that were taken by
 * then; null = never. Moments in milliseconds, in order.
 */
export function freeAt(
  taken: readonly number[],
  { limit, needed, at }: { limit: PostLimit; needed: number; at: number },
): { used: number; until: number | null } {
  const usedBy = (moment: number): number[] => {
    const from = windowStart(limit, moment);
    return taken.filter((ms) => ms > from && ms <= moment);
  };
  const used = usedBy(at).length;
  if (needed > limit.posts) return { used, until: null };
  let moment = at;
  for (;;) {
    const inWindow = usedBy(moment);
    const over = inWindow.length + needed - limit.posts;
    if (over <= 0) return { used, until: moment };
    moment = leavesAt(limit, inWindow[over - 1] ?? moment);
  }
}

/** What counts at a moment came after this one. */
function windowStart({ within }: PostLimit, moment: number): number {
  if ('hours' in within) return moment - within.hours * 3_600_000;
  return DateTime.fromMillis(moment, { zone: within.dayIn }).startOf('day').toMillis() - 1;
}

/** When a post of this moment counts no longer. */
function leavesAt({ within }: PostLimit, moment: number): number {
  if ('hours' in within) return moment + within.hours * 3_600_000;
  return DateTime.fromMillis(moment, { zone: within.dayIn }).plus({ days: 1 }).startOf('day').toMillis();
}

function messageOf(
  name: string,
  { limit, used, of: scope, hours, until }: Omit<LimitWait, 'message'>,
): string {
  const period = hours === null ? 'a day' : `within ${hours} hours`;
  const takes = `${name} takes ${limit} posts ${period} from ${scope === 'app' ? 'this app' : 'an account'}`;
  if (!until) return `${takes}, and this thread has more parts. Shorten it`;
  const when = `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `${takes}, and ${used} are used by then: it will be published at about ${when}. Or choose another time`;
}
