/**
 * Reads the numbers of one channel, of its newest posts and of the links in them, and keeps them for the day.
 * Never in the way of publishing: a server that does not answer opens no circuit, a limit makes no post wait,
 * and a channel is flagged only when its credentials cannot be renewed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Metric, Provider, Published } from '../providers/_kit/contract.ts';
import {
  ChannelGone,
  OutcomeUnknown,
  ProviderError,
  RateLimited,
  TokenExpired,
  Unsent,
} from '../providers/_kit/errors.ts';
import { callNetwork } from '../src/channels/call-network.ts';
import { LOOKED_AT, numbersKind } from '../src/channels/daily-numbers.ts';
import { keepNumbers } from '../src/channels/numbers.ts';
import type { Statement } from '../src/platform/database.ts';
import { collectClicks, countingServices, hasLinksOf } from '../src/short-links/collect-clicks.ts';
import { milliseconds } from '../src/platform/milliseconds.ts';
import type { NumbersRef, NumbersState } from '../temporal/contract/collect-numbers.ts';
import type { ActivityDeps } from './deps.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The days, and the number, of posts that are read: older ones hardly change. */
const POST_DAYS = 30;
const MAX_POSTS = 50;
/** Between two calls, as networks count by the second and the minute. */
const PAUSE_MS = 1000;
const CALL_MS = 20_000;
/** After this many failures in a row, the rest would fail as well. */
const MAX_FAILURES = 3;

interface ChannelRow {
  readonly provider: string;
  readonly deleted: boolean;
  readonly disabled: boolean;
  readonly refreshNeeded: boolean;
  readonly isLookedAt: boolean;
  /** A service counts the clicks of its posts' links. */
  readonly hasLinks: boolean;
  readonly dueInMs: number;
  /** Until the end of a limit or the next probe of the server, which are publishing's. */
  readonly waitMs: number;
}

const READ: Statement = {
  name: 'numbers-read-channel',
  text: `select i.provider, i.deleted_at is not null as deleted, i.disabled,
      i.refresh_needed as "refreshNeeded", ${LOOKED_AT} as "isLookedAt",
      ${hasLinksOf('$2')} as "hasLinks",
      coalesce(ceil(${milliseconds('r.due_at - clock_timestamp()')}), 0)::float8 as "dueInMs",
      coalesce(ceil(${milliseconds('greatest(l.until, c.probe_at) - clock_timestamp()')}), 0)::float8 as "waitMs"
    from integration i
    join organization o on o.id = i.organization_id
    left join numbers_run r on r.integration_id = i.id
    left join network_circuit c on c.provider = i.provider and c.host = i.host
    left join channel_limit l on l.integration_id = i.id
    where i.id = $1`,
};
// What is still missing after most of a day is read again with the rest.
const BEGIN: Statement = {
  name: 'numbers-begin',
  text: `insert into numbers_run as r (integration_id, began_at)
    values ($1, clock_timestamp())
    on conflict (integration_id) do update
    set began_at = case when r.began_at > now() - interval '20 hours' then r.began_at else excluded.began_at end`,
};
// Since the reading began: by this run before it had to wait, or for a person.
const IS_READ: Statement = {
  name: 'numbers-is-read',
  text: `select 1
    from metric_day m
    join numbers_run r on r.integration_id = m.integration_id
    where m.integration_id = $1 and m.post_id is not distinct from $2 and m.read_at >= r.began_at
    limit 1`,
};
const POSTS: Statement = {
  name: 'numbers-posts',
  text: `select p.id as "postId", s.release_id as id, s.release_url as url, s.ref
    from post p
    join post_item s on s.post_id = p.id and s.position = 0
    where p.integration_id = $1
      and p.deleted_at is null
      and p.published_at > now() - interval '${POST_DAYS} days'
      and p.release_id is distinct from 'missing'
      and s.release_id is not null
    order by p.published_at desc
    limit ${MAX_POSTS}`,
};
const AGAIN: Statement = {
  name: 'numbers-again',
  text: `update numbers_run
    set due_at = clock_timestamp() + $2::float8 * interval '1 millisecond'
    where integration_id = $1`,
};
const DONE: Statement = {
  name: 'numbers-done',
  text: `update numbers_run
    set due_at = clock_timestamp() + $2::float8 * interval '1 millisecond', began_at = null,
      read_at = clock_timestamp(), problem = $3
    where integration_id = $1`,
};
const END: Statement = {
  name: 'numbers-end',
  text: 'update numbers_run set store_id = null, began_at = null where integration_id = $1',
};

/** One call of the activity. `stopping` aborts when the worker is to stop; `pauseMs`: between two calls. */
export interface CollectCall {
  readonly deps: ActivityDeps;
  readonly channel: NumbersRef;
  readonly signal: AbortSignal;
  readonly stopping: AbortSignal;
  readonly pauseMs?: number;
}

/**
 * The activity `collectNumbers`. What is left when the network asks to wait, or the worker stops, is read the
 * next time.
 *
 * @returns when to run again: the next day, at the channel's own time; when the network allows it; after an
 * hour, if it did not answer
 */
export async function collectNumbers(call: CollectCall): Promise<NumbersState> {
  const { deps, channel } = call;
  const { integrationId } = channel;
  const [row] = await deps.database.query<ChannelRow>(READ, [integrationId, countingServices(deps.config)]);
  const provider = deps.providers.get(row?.provider ?? '');
  const isDaily = provider !== undefined && numbersKind(deps, provider) === 'daily';
  const reason = endOf(row, isDaily || Boolean(provider && row?.hasLinks));
  if (reason !== null || !row || !provider) {
    await deps.database.query(END, [integrationId]);
    return { status: 'ended', reason: reason ?? 'the channel was deleted' };
  }
  if (row.dueInMs > 0) return { status: 'wait', waitMs: row.dueInMs, read: 0 };
  if (row.waitMs > 0) return { status: 'wait', waitMs: Math.max(MINUTE, row.waitMs), read: 0 };
  await deps.database.query(BEGIN, [integrationId]);
  const { read, problem, againMs } = isDaily ? await readAll(call, provider) : NOTHING;
  if (againMs !== null) {
    await deps.database.query(AGAIN, [integrationId, againMs]);
    return { status: 'wait', waitMs: againMs, read };
  }
  const waitMs = untilOwnTime(Date.now(), integrationId);
  const ends = AbortSignal.any([call.signal, call.stopping]);
  const clicks = await collectClicks(deps, { integrationId, ends, pauseMs: call.pauseMs ?? PAUSE_MS });
  await deps.database.query(DONE, [integrationId, waitMs, problem ?? clicks]);
  return { status: 'wait', waitMs, read };
}

/** Why there is nothing to read any more; null when there is. */
function endOf(row: ChannelRow | undefined, isRead: boolean): string | null {
  if (!row || row.deleted) return 'the channel was deleted';
  if (row.disabled) return 'the channel is disabled';
  if (row.refreshNeeded) return 'the channel must be reconnected';
  if (!isRead) return 'the numbers of the network are not read daily';
  return row.isLookedAt ? null : 'nobody has looked at numbers for 30 days';
}

/**
 * The milliseconds until the channel's own time of day, at least an hour. The last digits of its id are
 * random, so that channels are spread over the day.
 */
export function untilOwnTime(nowMs: number, integrationId: string): number {
  const share = (Number.parseInt(integrationId.slice(-8), 16) || 0) / 2 ** 32;
  const sinceOwnMs = (nowMs + HOUR - Math.floor(share * DAY)) % DAY;
  return HOUR + ((DAY - sinceOwnMs) % DAY);
}

/** What a reading came to. `againMs`: it is to be continued after this time. */
interface Reading {
  readonly read: number;
  readonly problem: string | null;
  readonly againMs: number | null;
}

const NOTHING: Reading = { read: 0, problem: null, againMs: null };

async function readAll(call: CollectCall, provider: Provider): Promise<Reading> {
  const { deps, channel, signal, stopping, pauseMs = PAUSE_MS } = call;
  const { integrationId } = channel;
  const posts = provider.postAnalytics
    ? await deps.database.query<Published & { postId: string }>(POSTS, [integrationId])
    : [];
  let [read, failures]: [number, number] = [0, 0];
  let problem: ProviderError | null = null;
  for (const post of [...(provider.analytics ? [null] : []), ...posts]) {
    const already = await deps.database.query(IS_READ, [integrationId, post?.postId ?? null]);
    if (already.length) continue;
    signal.throwIfAborted();
    if (stopping.aborted) return { read, problem: null, againMs: MINUTE };
    try {
      await readOne(call, provider, post);
      [read, failures] = [read + 1, 0];
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ProviderError)) throw error;
      if (error instanceof RateLimited) return { read, problem: null, againMs: untilReset(error) };
      problem ??= error;
      failures += 1;
      const isLost = error instanceof TokenExpired || error instanceof ChannelGone;
      if (isLost || failures === MAX_FAILURES) break;
    }
    const ends = AbortSignal.any([signal, stopping]);
    // aborted: the next turn notices it
    await sleep(pauseMs, undefined, { signal: ends }).catch(() => undefined);
  }
  const againMs = read === 0 && problem && isAway(problem) ? HOUR : null;
  return { read, problem: problem?.message ?? null, againMs };
}

const isAway = (error: ProviderError): boolean => error instanceof Unsent || error instanceof OutcomeUnknown;

const untilReset = ({ resetAt }: RateLimited): number =>
  Math.min(DAY, Math.max(MINUTE, resetAt.getTime() - Date.now()));

/** `post`: null = the account itself. */
async function readOne(
  { deps, channel: { integrationId }, signal }: CollectCall,
  provider: Provider,
  post: (Published & { postId: string }) | null,
): Promise<void> {
  const network = {
    provider,
    channelId: integrationId,
    signal: AbortSignal.any([signal, AbortSignal.timeout(CALL_MS)]),
    flags: false,
  };
  const metrics = await callNetwork<readonly Metric[]>(deps, network, (account, ctx) =>
    Promise.resolve(
      (post ? provider.postAnalytics?.(account, post, ctx) : provider.analytics?.(account, ctx)) ?? [],
    ),
  );
  await keepNumbers(deps, { integrationId, postId: post?.postId ?? null }, metrics);
}
