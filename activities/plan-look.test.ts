import { describe, expect, it } from '@jest/globals';
import type { VerifyResult } from '../providers/_kit/contract.ts';
import { createRegistry } from '../providers/index.ts';
import { MAX_FAILED_LOOKS, callMsOf, planLook, type LookResult } from './plan-look.ts';

const each = [...createRegistry({ sandbox: true }).values()].map(
  (provider) => [provider.identifier, provider] as const,
);
type Bounds = Parameters<typeof planLook>[2];

/** What a run does from a send at 0 on whose worker died: when it looked, and how it ended. */
function looks(
  provider: Bounds,
  see: (atMs: number) => LookResult,
  { callEndedAtMs = null, fromMs = 10_000 }: { callEndedAtMs?: number | null; fromMs?: number } = {},
): { readonly atMs: number; readonly end: 'settle' | 'ask'; readonly count: number } {
  let [atMs, failedLooks] = [fromMs, 0];
  for (let count = 1; count < 1000; count++) {
    const facts = { sentAtMs: 0, callEndedAtMs, readAtMs: atMs, failedLooks };
    const plan = planLook(facts, see(atMs), provider);
    if (plan.next !== 'look') return { atMs, end: plan.next, count };
    failedLooks += plan.counts ? 1 : 0;
    atMs += Math.max(1, plan.afterMs);
  }
  throw new Error('it looks for ever');
}

describe.each(each)('a part whose worker died in its call to %s', (_, provider) => {
  const overMs = callMsOf(provider);

  it.each(['absent', 'repeatable'] as const)(
    'is settled as %s right when the call is over and the network has settled, after a few looks',
    (status) => {
      const afterMs = 2 * 60_000;
      const verdict = { status, afterMs } satisfies Partial<VerifyResult> & { afterMs: number };
      const { atMs, end, count } = looks(provider, () => verdict);
      expect({ end, atMs }).toEqual({ end: 'settle', atMs: overMs + afterMs });
      expect(count).toBeLessThan(12);
      expect(looks(provider, () => ({ status })).atMs).toBe(Math.max(10_000, overMs + provider.settleMs));
    },
  );

  it('is found by the look after it appeared, at most twice as late', () => {
    const appearsMs = 40_000;
    const { atMs, end } = looks(provider, (now) => ({ status: now >= appearsMs ? 'found' : 'absent' }));
    expect(end).toBe('settle');
    expect(atMs).toBeLessThanOrEqual(2 * Math.max(appearsMs, overMs + provider.settleMs));
  });

  it.each(['failed', 'unknown', 'blind'] as const)(
    'is never left to a person before its call is over, although every look ends as %s',
    (status) => {
      const { atMs, end } = looks(provider, () => ({ status }));
      expect(end).toBe('ask');
      expect(atMs).toBeGreaterThanOrEqual(overMs);
    },
  );

  it(`is left to a person after ${MAX_FAILED_LOOKS} looks without a result after the end of the call`, () => {
    const since = { callEndedAtMs: 10_000 };
    expect(looks(provider, () => ({ status: 'unknown' }), since).count).toBe(MAX_FAILED_LOOKS);
  });
});

describe('a network that asks to be left alone', () => {
  const bounds = { publishTimeoutMs: 30_000, settleMs: 5000 };

  it('is not looked at before, whether or not the call is over', () => {
    const result = { status: 'failed', waitMs: 86_400_000 } as const;
    const facts = { sentAtMs: 0, readAtMs: 10_000, failedLooks: 0 };
    const plans = [null, 8000].map((callEndedAtMs) => planLook({ ...facts, callEndedAtMs }, result, bounds));
    expect(plans).toEqual([
      { next: 'look', afterMs: 86_400_000, counts: false },
      { next: 'look', afterMs: 86_400_000, counts: true },
    ]);
  });
});
