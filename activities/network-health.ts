/**
 * What calls to a network teach, shared by all workers through the database: that a server does not answer (a
 * circuit for each network and host), and until when the network asked a channel to wait. The claim reads
 * both (ledger/network-waits.ts).
 */
import {
  ChannelGone,
  OutcomeUnknown,
  ProviderError,
  RateLimited,
  Rejected,
  TokenExpired,
  Unsent,
  resetOf,
} from '../providers/_kit/errors.ts';
import type { Statement } from '../src/platform/database.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import type { PartCall } from './deps.ts';
import type { ClaimRow } from './ledger/claim-part.ts';
import { NotRecorded, type ClaimedPart } from './settle-error.ts';

/** The failures in a row after which a server counts as away. */
export const OPENS_AFTER = 5;
/** The first probe comes after a second, each further one after twice the time, up to a minute. */
const PROBE_MS = 1000;
const LONGEST_PROBE_MS = 60_000;

/** The time after the call's own limit in which nobody else probes: preparing takes its time as well. */
export const PROBE_MARGIN_MS = 30_000;

/** The due posts of a server or channel; more are not counted. */
const due = (which: string): string => `(
      select count(*)
      from (
        select 1
        from post p
        join integration i on i.id = p.integration_id
        where ${which}
          and p.state = 'scheduled'
          and p.deleted_at is null
          and p.publish_at <= now()
        limit 20000
      ) w
    )`;

// While the circuit is open only the probe's failure counts: calls that began earlier prove nothing new.
const AWAY: Statement = {
  name: 'circuit-away',
  text: `insert into network_circuit as c (provider, host, failures, reason)
    values ($1, $2, 1, $3)
    on conflict (provider, host) do update
    set failures = c.failures + 1,
      reason = excluded.reason,
      opened_at = case when c.failures + 1 >= ${OPENS_AFTER} then coalesce(c.opened_at, clock_timestamp()) end,
      probe_at = case when c.failures + 1 >= ${OPENS_AFTER} then clock_timestamp()
        + least(${LONGEST_PROBE_MS}, ${PROBE_MS} * power(2, least(c.failures + 1 - ${OPENS_AFTER}, 10)))
        * interval '1 millisecond' end,
      waiting = case when c.failures + 1 >= ${OPENS_AFTER} then ${due('i.provider = $1 and i.host = $2')} else 0 end
    where c.probe_at is null or $4`,
};
const ANSWERED: Statement = {
  name: 'circuit-answered',
  text: 'delete from network_circuit where provider = $1 and host = $2',
};
const NOT_PROBED: Statement = {
  name: 'circuit-not-probed',
  text: `update network_circuit
    set probe_at = clock_timestamp()
    where provider = $1 and host = $2 and probe_at is not null`,
};
const LIMITED: Statement = {
  name: 'channel-limited',
  text: `insert into channel_limit as l (integration_id, until, waiting, reason)
    values ($1, clock_timestamp() + $2::float8 * interval '1 millisecond', ${due('i.id = $1')}, $3)
    on conflict (integration_id) do update
    set until = greatest(l.until, excluded.until), waiting = excluded.waiting, reason = excluded.reason`,
};

/**
 * Runs what calls the network for a claimed part, and records what the outcome means for its server and its
 * account.
 */
export async function watchNetwork(
  claimed: ClaimedPart,
  run: () => Promise<PartOutcome>,
): Promise<PartOutcome> {
  try {
    const outcome = await run();
    await note(claimed, ['published', 'processing'].includes(outcome.status) ? 'answered' : 'nothing');
    return outcome;
  } catch (error) {
    await note(claimed, claimed.signal.aborted ? 'nothing' : newsOf(error), error);
    throw error;
  }
}

type News = 'answered' | 'away' | 'nothing';

/** Failures before the network was called, by their code. */
const OUR_OWN: ReadonlySet<string> = new Set([
  'blocked_ip',
  'link_waits',
  'link_missing',
  'media_missing',
  'media_damaged',
  'storage_unavailable',
  'media_unreadable',
  'shortener_away',
]);

/** The news about the server that a failure brings. */
export function newsOf(error: unknown): News {
  if (error instanceof NotRecorded) return 'answered';
  if (!(error instanceof ProviderError) || OUR_OWN.has(error.networkCode ?? '')) return 'nothing';
  if (
    error instanceof Rejected ||
    error instanceof RateLimited ||
    error instanceof TokenExpired ||
    error instanceof ChannelGone
  ) {
    return 'answered';
  }
  // What came before it shows whether the server answered: a duplicate, say, that could not be read.
  if (error instanceof OutcomeUnknown && error.cause instanceof ProviderError) return newsOf(error.cause);
  // A 4xx is an answer, even if it leaves the outcome of the post open.
  if (error instanceof OutcomeUnknown) return /^4\d\d$/.test(error.networkCode ?? '') ? 'answered' : 'away';
  return error instanceof Unsent ? 'away' : 'nothing';
}

/** A lookup was answered: the server is there, regardless of the earlier sends. */
export async function noteAnswered(
  { deps, provider }: PartCall,
  { host, failures }: ClaimRow,
): Promise<void> {
  if (failures > 0) await deps.database.query(ANSWERED, [provider.identifier, host]);
}

/** Until when the account is to wait: by a rate limit, or by the `Retry-After` of a 503. */
function limitOf(error: unknown): Date | null {
  return error instanceof RateLimited && error.scope === 'post' ? null : resetOf(error);
}

async function note({ deps, provider, row }: ClaimedPart, news: News, error?: unknown): Promise<void> {
  const { database, log } = deps;
  const server = [provider.identifier, row.host];
  try {
    if (news === 'away') {
      const reason = error instanceof Error ? error.message : String(error);
      await database.query(AWAY, [...server, reason, row.probe]);
    } else if (news === 'answered') {
      if (row.failures > 0) await database.query(ANSWERED, server);
    } else if (row.probe) await database.query(NOT_PROBED, server);
    const until = limitOf(error);
    if (until) {
      const values = [row.channel.id, Math.max(0, until.getTime() - Date.now()), (error as Error).message];
      await database.query(LIMITED, values);
    }
  } catch (err) {
    // What was learned can be learned again; the outcome of the part must not be lost with it.
    log.warn({ err }, 'what a call taught about the network could not be noted');
  }
}
