import { describe, expect, it } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { MINUTE } from '../src/test/publish-run.ts';
import type { ShortPlan, ShortRun } from '../src/test/short-run.ts';
import { describeRuns } from '../src/test/time-skipping.ts';
import { codeExpiryWorkflowId } from '../temporal/contract/oauth-code-expiry.ts';
import { utcMinute } from '../temporal/contract/words.ts';

describeRuns('OAuthCodeExpiryWorkflow', (world) => {
  let codes = 0;
  const start = async (
    plan: ShortPlan['expireCode'],
    inMs = 10 * MINUTE,
  ): Promise<ShortRun & { expiresMs: number }> => {
    const codeId = `code-${++codes}`;
    const expiresMs = (await world.environment.currentTimeMs()) + inMs;
    const run = await world.startShort({
      type: 'OAuthCodeExpiryWorkflow',
      workflowId: codeExpiryWorkflowId(codeId),
      argument: { codeId, expiresMs, organizationId: 'ada-and-co' },
      plan: { expireCode: plan },
    });
    return { ...run, expiresMs };
  };

  it('closes a code when its ten minutes are over, and not before', async () => {
    const run = await start([{ status: 'expired' }]);
    expect(await run.result()).toEqual({ summary: 'expired' });
    expect(run.calls).toHaveLength(1);
    expect(run.calls[0]?.atMs).toBeGreaterThanOrEqual(run.expiresMs);
    expect(await run.timers()).toEqual([
      { ms: expect.any(Number), summary: `expires at ${utcMinute(run.expiresMs)}` },
    ]);
  });

  describe('ends with the state of the row', () => {
    it.each([
      ['exchanged', 'was exchanged'],
      ['burnt', 'was burnt'],
      ['gone', 'went with its app'],
    ] as const)('%s', async (status, summary) => {
      expect(await (await start([{ status }])).result()).toEqual({ summary });
    });
  });

  it('checks at once a code whose time was over before the run started', async () => {
    const run = await start([{ status: 'expired' }], -MINUTE);
    await run.result();
    expect(await run.timers()).toEqual([]);
  });

  it('follows the database clock: a code that is open a little longer there is checked again', async () => {
    const run = await start([{ status: 'too_early', waitMs: 3000 }, { status: 'expired' }]);
    expect(await run.result()).toEqual({ summary: 'expired' });
    expect((run.calls[1]?.atMs ?? 0) - (run.calls[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(3000);
  });

  it('survives a database that is down for an hour', async () => {
    const backAt = (await world.environment.currentTimeMs()) + 70 * MINUTE;
    const run = await start([
      (nowMs) => {
        if (nowMs < backAt) throw ApplicationFailure.retryable('the database is away');
        return { status: 'expired' };
      },
    ]);
    expect(await run.result()).toEqual({ summary: 'expired' });
    expect(run.calls.at(-1)?.attempt).toBeGreaterThan(10);
  });
});
