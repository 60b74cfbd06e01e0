/** The outcome for a part whose network must not be called now. */
import { Unsent } from '../providers/_kit/errors.ts';
import { FAILURE } from '../temporal/contract/failures.ts';
import type { PartOutcome } from '../temporal/contract/publish-post.ts';
import type { ClaimRow } from './ledger/claim-part.ts';
import { failure } from './provider-call.ts';
import { sentence } from '../src/platform/sentences.ts';

/** What the waiting posts of one server or channel are spread by: fifty milliseconds for each. */
const SPREAD_MS = 50;
const LEAST_SPREAD_MS = 1000;
/** What a history records of the wait: the timeline has the reason. */
const CODES = { limit: 'channel_limited', server: 'server_away', credentials: 'token_not_renewed' } as const;
/** A longer wait is a timer of the run, which no retry of an activity has to outlive. */
const LONG_MS = 3_600_000;

/**
 * A part that must not call the network now: looked at again when that may have changed, and not all at once.
 *
 * @throws ApplicationFailure `RateLimited` or `Unsent`, with the time of the next try, when it is soon
 */
export function barredOutcome({ wait, revision }: Pick<ClaimRow, 'wait' | 'revision'>): PartOutcome {
  const { ms, waiting } = wait ?? { ms: 0, waiting: 0 };
  const waitMs = Math.round(ms + Math.random() * Math.max(LEAST_SPREAD_MS, waiting * SPREAD_MS));
  if (waitMs > LONG_MS) return { status: 'not_due', waitMs, revision };
  throw failure(
    wait?.for === 'limit' ? FAILURE.rateLimited : FAILURE.unsent,
    new Unsent(wait?.reason ?? sentence('network_being_tried'), {
      networkCode: CODES[wait?.for ?? 'server'],
    }),
    waitMs,
  );
}
