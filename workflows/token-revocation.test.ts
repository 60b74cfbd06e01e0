import { expect, it } from '@jest/globals';
import { ApplicationFailure } from '@temporalio/common';
import type { ShortPlan, ShortRun } from '../src/test/short-run.ts';
import { describeRuns } from '../src/test/time-skipping.ts';
import { revocationWorkflowId } from '../temporal/contract/token-revocation.ts';

describeRuns('TokenRevocationWorkflow', (world) => {
  let runs = 0;
  const start = (subject: 'app' | 'token', plan: ShortPlan['revokeTokens']): Promise<ShortRun> => {
    const ref = subject === 'app' ? { appId: `app-${++runs}` } : { tokenId: `token-${++runs}` };
    return world.startShort({
      type: 'TokenRevocationWorkflow',
      workflowId: revocationWorkflowId(ref),
      argument: { ...ref, organizationId: 'ada-and-co' },
      plan: { revokeTokens: plan },
    });
  };

  it('reports one token in one step, and logs it', async () => {
    const run = await start('token', [{ more: false, tokens: 1 }]);
    expect(await run.result()).toEqual({ summary: '1 token revoked' });
    expect(run.calls.map((c) => c.argument)).toEqual([{ tokenId: expect.stringMatching(/^token-/) }]);
  });

  it('reports when nothing was left to do', async () => {
    expect(await (await start('token', [{ more: false, tokens: 0 }])).result()).toEqual({
      summary: 'no token to revoke',
    });
  });

  it('processes the tokens of a deleted app batch by batch', async () => {
    const run = await start('app', [{ more: true }, { more: true }, { more: false, tokens: 412 }]);
    expect(await run.result()).toEqual({ summary: '412 tokens revoked' });
    expect(run.calls).toHaveLength(3);
  });

  it('continues in a new run after fifty batches, so that no history grows endlessly', async () => {
    const run = await start('app', [
      ...Array.from({ length: 70 }, () => ({ more: true }) as const),
      { more: false, tokens: 14_000 },
    ]);
    expect(await run.result()).toEqual({ summary: '14000 tokens revoked' });
    expect(run.calls).toHaveLength(71);
    expect(
      (await world.environment.client.workflow.getHandle(run.handle.workflowId).describe()).runId,
    ).not.toBe(run.handle.firstExecutionRunId);
  });

  it('survives a database that is down', async () => {
    const run = await start('app', [
      ApplicationFailure.retryable('the database is away'),
      ApplicationFailure.retryable('the database is away'),
      { more: false, tokens: 2 },
    ]);
    expect(await run.result()).toEqual({ summary: '2 tokens revoked' });
    expect(run.calls.map((c) => c.attempt)).toEqual([1, 2, 3]);
  });
});
