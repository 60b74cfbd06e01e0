/** When a part whose outcome is unknown is looked for, and when a person is asked. Pure. */
import type { Provider, VerifyResult } from '../providers/_kit/contract.ts';
import { SEND_WITHIN_MS } from '../temporal/contract/bounds.ts';

/** The send that is looked for. Times in milliseconds since the epoch, by the database's clock. */
export interface SendFacts {
  readonly sentAtMs: number;
  /** When its call was over; null if that is not known: a worker that was cut off may still be calling. */
  readonly callEndedAtMs: number | null;
  readonly readAtMs: number;
  /** How many looks have found nothing out since the call was over. */
  readonly failedLooks: number;
}

/**
 * The result of one look: the network's verdict, or that it could not be read (`failed`, with the network's
 * own wait), or that there is nothing to look at (`blind`: the capability `none`).
 */
export type LookResult =
  | Pick<VerifyResult & { afterMs?: number }, 'status' | 'afterMs'>
  | { readonly status: 'failed'; readonly waitMs?: number }
  | { readonly status: 'blind' };

/**
 * settle: act on the verdict · look: look (again) in `afterMs`; `counts` if this look has found nothing out ·
 * ask: a person has to decide.
 */
export type LookPlan =
  | { readonly next: 'settle' }
  | { readonly next: 'look'; readonly afterMs: number; readonly counts: boolean }
  | { readonly next: 'ask' };

const SOON_MS = 5000;
const LATEST_MS = 3 * 60_000;
/** The looks that found nothing out after which a person is asked: some eleven minutes. */
export const MAX_FAILED_LOOKS = 9;

/** The longest that a call of the provider may last, from the mark on. */
export const callMsOf = ({ publishTimeoutMs }: Pick<Provider, 'publishTimeoutMs'>): number =>
  SEND_WITHIN_MS + publishTimeoutMs;

/**
 * While the call may still run, no look has failed and no absence counts: looks are as far apart as the send
 * is ago, so what appears soon is found soon. "Absent" and "repeatable" are acted on when the network has
 * settled, `afterMs` (default: the provider's `settleMs`) after the end of the call. Only looks after the end
 * of the call that find nothing out use up tries.
 */
export function planLook(
  facts: SendFacts,
  result: LookResult,
  provider: Pick<Provider, 'publishTimeoutMs' | 'settleMs'>,
): LookPlan {
  const { sentAtMs, callEndedAtMs, readAtMs, failedLooks } = facts;
  const overInMs = (callEndedAtMs ?? sentAtMs + callMsOf(provider)) - readAtMs;
  const againMs = Math.max(SOON_MS, readAtMs - sentAtMs);
  const before = (endMs: number): LookPlan => ({
    next: 'look',
    afterMs: Math.min(endMs, againMs),
    counts: false,
  });
  switch (result.status) {
    case 'found':
      return { next: 'settle' };
    case 'absent':
    case 'repeatable': {
      const settledInMs = overInMs + (result.afterMs ?? provider.settleMs);
      return settledInMs > 0 ? before(settledInMs) : { next: 'settle' };
    }
    case 'blind':
      return overInMs > 0 ? { next: 'look', afterMs: overInMs, counts: false } : { next: 'ask' };
    case 'unknown':
    case 'failed': {
      const waitMs = ('waitMs' in result && result.waitMs) || 0;
      if (overInMs > 0) {
        return { next: 'look', afterMs: Math.max(waitMs, Math.min(overInMs, againMs)), counts: false };
      }
      if (failedLooks + 1 >= MAX_FAILED_LOOKS) return { next: 'ask' };
      const backoffMs = Math.min(SOON_MS * 2 ** failedLooks, LATEST_MS);
      return { next: 'look', afterMs: Math.max(waitMs, backoffMs), counts: true };
    }
  }
}
