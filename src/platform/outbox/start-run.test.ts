import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SearchAttributeType, defineSearchAttributeKey } from '@temporalio/common';
import type { WorkflowHandle } from '@temporalio/client';
import { codeExpiryWorkflowId } from '../../../temporal/contract/oauth-code-expiry.ts';
import { refreshWorkflowId } from '../../../temporal/contract/refresh-token.ts';
import type { ShortResult } from '../../../temporal/contract/started-workflows.ts';
import { revocationWorkflowId } from '../../../temporal/contract/token-revocation.ts';
import { UNKNOWN_ID, countRows, sql } from '../../test/factories.ts';
import { costOf, readableText, textOf, timersOf } from '../../test/history.ts';
import { eventually, startInstance, type TestInstance } from '../../test/instance.ts';
import { insertApp, insertCode, insertToken, insertUser } from '../../test/oauth-rows.ts';
import { sandboxToken } from '../../test/sandbox-fault.ts';
import type { RunKind } from '../entities/delivery.ts';
import { hashToken } from '../secrets.ts';
import { relayOnce } from './relay.ts';
import { askForRun } from './runs.ts';

const ORGANIZATION = defineSearchAttributeKey('OrganizationId', SearchAttributeType.KEYWORD);

const runOf = (crier: TestInstance, workflowId: string): WorkflowHandle =>
  crier.context.temporal.workflow.getHandle(workflowId);
/** Waits until a worker has ended the run; returns its result and its readable history. */
async function finished(crier: TestInstance, workflowId: string) {
  const handle = runOf(crier, workflowId);
  await eventually(`${workflowId} was started`, () =>
    handle.describe().then(
      () => true,
      () => false,
    ),
  );
  const result = (await handle.result()) as ShortResult;
  const history = await handle.fetchHistory();
  return {
    result,
    history,
    text: readableText(history),
    description: await handle.describe(),
    summary: textOf(history.events?.[0]?.userMetadata?.summary?.data),
  };
}

const askFor = (crier: TestInstance, kind: RunKind, id: string): Promise<void> =>
  crier.context.database.fork().transactional((tx) => askForRun(tx, kind, id));

describe('the runs that belong to no post', () => {
  let crier: TestInstance;
  let grant: { appId: string; userId: string };
  beforeAll(async () => {
    crier = await startInstance();
    grant = { appId: await insertApp(crier), userId: await insertUser(crier) };
    await crier.startWorker();
  });
  afterAll(() => crier?.stop());
  const ask = (kind: RunKind, id: string): Promise<void> => askFor(crier, kind, id);

  it('expire a code when its time is over, and show in Temporal what they do, without the code', async () => {
    const { id, code } = await insertCode(crier, grant, 3);
    await ask('oauth_code', id);
    const run = await finished(crier, codeExpiryWorkflowId(id));
    expect(run.result).toEqual({ summary: 'expired' });
    expect(await sql(crier, 'select state from oauth_code where id = $1', [id])).toEqual([
      { state: 'expired' },
    ]);
    expect(run.summary).toMatch(
      new RegExp(
        `^Authorization code of app ${grant.appId}, expires \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d(:\\d\\d)? UTC$`,
      ),
    );
    expect(run.description.typedSearchAttributes.get(ORGANIZATION)).toBe(crier.organizationId);
    expect(timersOf(run.history).map((t) => t.summary)).toEqual([
      expect.stringMatching(/^expires at \d{4}-/),
    ]);
    expect(costOf(run.history)).toEqual({ events: 16, workflowTasks: 3, activities: 1, timers: 1 });
    expect(run.text).toContain(id);
    for (const secret of [code, hashToken(code)]) expect(run.text).not.toContain(secret);
  });

  it('notify the organisation that a token was revoked, without the token', async () => {
    const { id, token } = await insertToken(crier, grant, 'user');
    await ask('revoke_token', id);
    const run = await finished(crier, revocationWorkflowId({ tokenId: id }));
    expect([run.result, run.summary]).toEqual([
      { summary: '1 token revoked' },
      `One token of app ${grant.appId}`,
    ]);
    expect(run.description.typedSearchAttributes.get(ORGANIZATION)).toBe(crier.organizationId);
    expect(await sql(crier, "select content from notification where kind = 'token_revoked'")).toHaveLength(1);
    for (const secret of [token, hashToken(token), 'Planner', 'Grace']) {
      expect(run.text).not.toContain(secret);
    }
  });

  it('revoke all tokens of a deleted app', async () => {
    const appId = await insertApp(crier, { deleted: true });
    const tokens = await Promise.all(
      ['app_deleted', 'app_deleted', null].map((reason) => insertToken(crier, { ...grant, appId }, reason)),
    );
    await ask('delete_oauth_app', appId);
    const run = await finished(crier, revocationWorkflowId({ appId }));
    expect([run.result, run.summary]).toEqual([
      { summary: '3 tokens revoked' },
      `All tokens of the deleted app ${appId}`,
    ]);
    expect(await sql(crier, "select 1 from notification where kind = 'app_deleted'")).toHaveLength(1);
    for (const { token } of tokens) {
      for (const secret of [token, hashToken(token)]) expect(run.text).not.toContain(secret);
    }
  });

  it('wait to renew the credentials of a connected channel, without containing them; after reconnecting they read the row again', async () => {
    const account = { name: 'Expires #token-7200s' };
    const { id } = await crier.connect('sandbox', account);
    const handle = runOf(crier, refreshWorkflowId(id));
    const waits = (timers: number): Promise<string> =>
      eventually('it waits', async () => {
        const history = await handle.fetchHistory().catch(() => null);
        return history && timersOf(history).length >= timers && readableText(history);
      });
    const first = await waits(1);
    expect(first).toMatch(/renew at \d{4}-\d\d-\d\d/);
    expect(first).toContain(
      'Ada & Co: renews the credentials of Expires #token-7200s (sandbox) before they expire',
    );
    expect(
      await sql(crier, 'select 1 from integration where id = $1 and refresh_store_id is not null', [id]),
    ).toHaveLength(1);
    const description = await handle.describe();
    expect([description.status.name, description.typedSearchAttributes.get(ORGANIZATION)]).toEqual([
      'RUNNING',
      crier.organizationId,
    ]);
    const secrets = [await sandboxToken(crier, id)];
    expect((await crier.connect('sandbox', account)).reconnected).toBe(true);
    const second = await waits(2);
    expect((await handle.describe()).runId).toBe(description.runId);
    secrets.push(await sandboxToken(crier, id));
    for (const secret of secrets) expect(second).not.toContain(secret);
  });

  it('are started once, however often they are requested', async () => {
    const { id } = await insertCode(crier, grant, 600);
    for (let n = 0; n < 3; n++) await ask('oauth_code', id);
    await eventually('all messages are delivered', async () => (await countRows(crier, 'outbox')) === 0);
    const timers = await eventually('it waits', async () => {
      const found = timersOf(await runOf(crier, codeExpiryWorkflowId(id)).fetchHistory());
      return found.length > 0 && found;
    });
    expect(timers).toHaveLength(1);
  });
});

describe('a run is not started', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance();
  });
  beforeEach(() => sql(crier, 'delete from outbox'));
  afterAll(() => crier?.stop());

  /** The message is delivered, and no run stands in Temporal. */
  async function nothing(kind: RunKind, subjectId: string, workflowId: string): Promise<void> {
    await askFor(crier, kind, subjectId);
    expect([await relayOnce(crier.context), await countRows(crier, 'outbox')]).toEqual([1, 0]);
    await expect(runOf(crier, workflowId).describe()).rejects.toThrow(/not found/i);
  }

  it('for a code that was already exchanged, or is gone', async () => {
    const { id } = await insertCode(crier, {
      appId: await insertApp(crier),
      userId: await insertUser(crier),
    });
    await sql(crier, "update oauth_code set state = 'exchanged', used_at = now() where id = $1", [id]);
    await nothing('oauth_code', id, codeExpiryWorkflowId(id));
    await nothing('oauth_code', UNKNOWN_ID, codeExpiryWorkflowId(UNKNOWN_ID));
  });

  it('for a token that is still valid', async () => {
    const { id } = await insertToken(crier, {
      appId: await insertApp(crier),
      userId: await insertUser(crier),
    });
    await nothing('revoke_token', id, revocationWorkflowId({ tokenId: id }));
  });

  it('for an app that was not deleted', async () => {
    const appId = await insertApp(crier);
    await nothing('delete_oauth_app', appId, revocationWorkflowId({ appId }));
  });

  it('for a channel whose credentials do not expire', async () => {
    const { id } = await crier.connect('sandbox');
    await nothing('refresh_token', id, refreshWorkflowId(id));
  });
});
