import { describe, expect, it } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { DAY, HOUR, MINUTE } from '../src/test/publish-run.ts';
import type { ShortAnswer, ShortPlan, ShortRun } from '../src/test/short-run.ts';
import { describeRuns, type TimeSkippingWorld } from '../src/test/time-skipping.ts';
import { FAILURE } from '../temporal/contract/failures.ts';
import {
  CREDENTIALS_CHANGED_SIGNAL,
  refreshWorkflowId,
  type CredentialsState,
} from '../temporal/contract/refresh-token.ts';
import { utcMinute } from '../temporal/contract/words.ts';

const GONE: CredentialsState = { status: 'ended', reason: 'the channel must be reconnected', renewed: false };

let channels = 0;

function startIn(world: TimeSkippingWorld, plan: ShortPlan): Promise<ShortRun> {
  const integrationId = `01900000-0000-7000-8000-${String(++channels).padStart(4, '0')}00000000`;
  return world.startShort({
    type: 'RefreshTokenWorkflow',
    workflowId: refreshWorkflowId(integrationId),
    argument: { integrationId, organizationId: 'ada-and-co', provider: 'mastodon' },
    plan,
  });
}

/** Credentials that expire at a time; the row has this whenever it is read. */
const until =
  (expiresMs: number, renewed = false): ShortAnswer<CredentialsState> =>
  (nowMs) => ({ status: 'live', expiresMs, expiresInMs: expiresMs - nowMs, renewed });
/** A renewal that gives credentials of this life. */
const renewal =
  (lifeMs: number): ShortAnswer<CredentialsState> =>
  (nowMs) => ({ status: 'live', expiresMs: nowMs + lifeMs, expiresInMs: lifeMs, renewed: true });

describeRuns('RefreshTokenWorkflow', (world) => {
  const now = (): Promise<number> => world.environment.currentTimeMs();
  const start = (plan: ShortPlan): Promise<ShortRun> => startIn(world, plan);
  const before = (run: ShortRun, call: number, expiresMs: number): number =>
    expiresMs - (run.calls[call]?.atMs ?? NaN);

  it('renews once, a tenth of the lifetime before the expiry, and continues with the new one', async () => {
    const expiresMs = (await now()) + 2 * HOUR;
    const run = await start({ readCredentials: [until(expiresMs)], refresh: [renewal(DAY), GONE] });
    expect(await run.result()).toEqual({ summary: '1 renewal, then: the channel must be reconnected' });
    expect(run.callNames()).toEqual(['readCredentials', 'refresh', 'refresh']);
    expect(run.calls[1]?.argument).toMatchObject({ expiresMs });
    // The tenth is of the life that was left when the run read the row, which is a little less than two
    // hours.
    expect(before(run, 1, expiresMs)).toBeGreaterThan(11 * MINUTE);
    expect(before(run, 1, expiresMs)).toBeLessThanOrEqual(12 * MINUTE);
    expect((run.calls[2]?.atMs ?? 0) - (run.calls[1]?.atMs ?? 0)).toBeGreaterThan(21 * HOUR);
    expect((await run.timers())[0]?.summary).toMatch(/^renew at \d{4}-\d\d-\d\d \d\d:\d\d/);
  });

  it('shows in Temporal when it renews', async () => {
    const expiresMs = Math.ceil((await now()) / MINUTE) * MINUTE + 2 * DAY;
    const run = await start({ readCredentials: [until(expiresMs)], refresh: [GONE] });
    await run.result();
    const shown = (await run.timers())[0]?.summary.slice('renew at '.length) ?? '';
    expect(shown.slice(0, 10)).toBe(utcMinute(expiresMs - 0.1 * 2 * DAY).slice(0, 10));
  });

  describe('ends without a renewal', () => {
    it.each([
      'the channel was deleted',
      'the channel is disabled',
      'the channel must be reconnected',
      'the credentials do not expire',
    ])('when %s', async (reason) => {
      const run = await start({ readCredentials: [{ status: 'ended', reason, renewed: false }] });
      expect(await run.result()).toEqual({ summary: `0 renewals, then: ${reason}` });
      expect(run.callNames()).toEqual(['readCredentials']);
    });
  });

  it('retries while the network is away, beyond the expiry, until it is back', async () => {
    const expiresMs = (await now()) + HOUR;
    const away: ShortAnswer<CredentialsState> = (nowMs) => {
      if (nowMs < expiresMs + HOUR) {
        throw ApplicationFailure.create({ type: FAILURE.notRenewed, message: 'the network is away' });
      }
      return { status: 'live', expiresMs: nowMs + DAY, expiresInMs: DAY, renewed: true };
    };
    const run = await start({
      readCredentials: [until(expiresMs)],
      refresh: [away, ...Array.from({ length: 30 }, () => away)],
    });
    await world.pass(3 * HOUR);
    const tries = run.calls.filter((c) => c.activity === 'refresh');
    expect(tries[0]?.atMs).toBeLessThan(expiresMs);
    expect(tries.at(-1)?.atMs).toBeGreaterThanOrEqual(expiresMs + HOUR);
    // With a growing pause: not a call every ten seconds for two hours.
    expect(tries.length).toBeLessThan(20);
    await run.handle.terminate();
  });

  it('reads the row when the network refuses for six hours, and follows it', async () => {
    const expiresMs = (await now()) + HOUR;
    const run = await start({
      readCredentials: [
        until(expiresMs),
        { status: 'ended', reason: 'the channel was deleted', renewed: false },
      ],
      refresh: [ApplicationFailure.create({ type: FAILURE.notRenewed, message: 'no' })],
    });
    expect(await run.result()).toEqual({ summary: '0 renewals, then: the channel was deleted' });
    expect(run.callNames().at(-1)).toBe('readCredentials');
  });

  it('waits for the new date when a post renewed the credentials in the meantime', async () => {
    const startMs = await now();
    const newExpiry = startMs + 9 * HOUR;
    const run = await start({ readCredentials: [until(startMs + HOUR)], refresh: [until(newExpiry), GONE] });
    expect(await run.result()).toEqual({ summary: '0 renewals, then: the channel must be reconnected' });
    expect(before(run, 2, newExpiry)).toBeLessThan(2 * HOUR);
    expect(run.calls[2]?.argument).toMatchObject({ expiresMs: newExpiry });
  });

  it('reads the row at once when the channel was reconnected, although it waits for a later date', async () => {
    const startMs = await now();
    const run = await start({
      readCredentials: [until(startMs + 60 * DAY), until(startMs + 2 * HOUR)],
      refresh: [GONE],
    });
    await world.pass(MINUTE);
    await run.handle.signal(CREDENTIALS_CHANGED_SIGNAL);
    await run.result();
    expect(run.callNames()).toEqual(['readCredentials', 'readCredentials', 'refresh']);
    expect((run.calls[2]?.atMs ?? 0) - startMs).toBeLessThan(2 * HOUR);
  });

  it('does not end when the channel is reconnected at the moment in which it would', async () => {
    const startMs = await now();
    const run = await start({
      readCredentials: [
        async () => {
          await world.environment.client.workflow
            .getHandle(
              refreshWorkflowId(`01900000-0000-7000-8000-${String(channels).padStart(4, '0')}00000000`),
            )
            .signal(CREDENTIALS_CHANGED_SIGNAL);
          return GONE;
        },
        until(startMs + HOUR),
        GONE,
      ],
      refresh: [GONE],
    });
    await run.result();
    expect(run.callNames()).toEqual(['readCredentials', 'readCredentials', 'refresh']);
  });

  it('reads the row every week while it waits for a distant date: a deleted channel needs no run', async () => {
    const startMs = await now();
    const run = await start({
      readCredentials: [
        until(startMs + 3650 * DAY),
        { status: 'ended', reason: 'the channel was deleted', renewed: false },
      ],
    });
    expect((await run.result()).summary).toBe('0 renewals, then: the channel was deleted');
    expect((run.calls[1]?.atMs ?? 0) - startMs).toBeLessThan(8 * DAY);
  });
});

// A worker that replays on every task does the work of a hundred steps a hundred times: half a minute of CPU
// time. One replay of the whole shows the same.
describeRuns(
  'RefreshTokenWorkflow',
  (world) => {
    it('continues in a new run after a hundred steps and forgets nothing', async () => {
      const run = await startIn(world, {
        readCredentials: [until((await world.environment.currentTimeMs()) + HOUR)],
        refresh: [...Array.from({ length: 120 }, () => renewal(HOUR)), GONE],
      });
      expect(await run.result()).toEqual({ summary: '120 renewals, then: the channel must be reconnected' });
      const { workflow } = world.environment.client;
      const { workflowId, firstExecutionRunId } = run.handle;
      const { runId } = await workflow.getHandle(workflowId).describe();
      expect(runId).not.toBe(firstExecutionRunId);
      await world.replay([firstExecutionRunId, runId].map((id) => workflow.getHandle(workflowId, id)));
    }, 120_000);
  },
  { 'with a worker that remembers its runs': 50 },
);
