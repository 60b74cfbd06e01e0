import { expect, it } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import { DAY, HOUR, MINUTE } from '../src/test/publish-run.ts';
import type { ShortPlan, ShortRun } from '../src/test/short-run.ts';
import { describeRuns, type TimeSkippingWorld } from '../src/test/time-skipping.ts';
import { numbersWorkflowId, type NumbersState } from '../temporal/contract/collect-numbers.ts';

const ENDED: NumbersState = { status: 'ended', reason: 'the channel must be reconnected' };
const waiting = (waitMs: number, read = 3): NumbersState => ({ status: 'wait', waitMs, read });

let channels = 0;

function startIn(world: TimeSkippingWorld, answers: ShortPlan['collectNumbers']): Promise<ShortRun> {
  const integrationId = `channel-${++channels}`;
  return world.startShort({
    type: 'CollectNumbersWorkflow',
    workflowId: numbersWorkflowId(integrationId),
    argument: { integrationId },
    plan: { collectNumbers: answers },
  });
}

describeRuns('CollectNumbersWorkflow', (world) => {
  const pauses = ({ calls }: ShortRun): number[] =>
    calls.slice(1).map(({ atMs }, n) => Math.floor((atMs - (calls[n]?.atMs ?? 0)) / MINUTE));

  it('reads at once, and again when the reading before asked for it, knowing the channel by its id alone', async () => {
    const run = await startIn(world, [waiting(15 * MINUTE), waiting(DAY), waiting(20 * HOUR), ENDED]);
    expect(await run.result()).toEqual({ summary: 'ended: the channel must be reconnected' });
    expect((run.calls[0]?.atMs ?? 0) - run.startMs).toBeLessThan(MINUTE);
    expect(pauses(run)).toEqual([15, 24 * 60, 20 * 60]);
    expect(run.calls[0]?.argument).toEqual({ integrationId: `channel-${channels}` });
    expect((await run.timers())[0]?.summary).toBe('3 read; then again');
  });

  it('ends at once when there is nothing to read', async () => {
    const run = await startIn(world, [
      { status: 'ended', reason: 'nobody has looked at numbers for 30 days' },
    ]);
    expect(await run.result()).toEqual({ summary: 'ended: nobody has looked at numbers for 30 days' });
    expect(run.callNames()).toEqual(['collectNumbers']);
  });

  it('tries again, with growing pauses, while the database is away', async () => {
    const away = ApplicationFailure.retryable('the database is away');
    const run = await startIn(world, [away, away, away, ENDED]);
    await run.result();
    expect(pauses(run)).toEqual([1, 2, 4]);
  });
});

describeRuns(
  'CollectNumbersWorkflow',
  (world) => {
    it('continues in a new run after thirty readings', async () => {
      const run = await startIn(world, [...Array.from({ length: 40 }, () => waiting(DAY)), ENDED]);
      expect((await run.result()).summary).toBe('ended: the channel must be reconnected');
      expect(run.calls).toHaveLength(41);
      const { workflow } = world.environment.client;
      const { workflowId, firstExecutionRunId } = run.handle;
      const { runId } = await workflow.getHandle(workflowId).describe();
      expect(runId).not.toBe(firstExecutionRunId);
      await world.replay([firstExecutionRunId, runId].map((id) => workflow.getHandle(workflowId, id)));
    }, 120_000);
  },
  { 'with a worker that remembers its runs': 50 },
);
