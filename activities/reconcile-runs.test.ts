import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { refreshWorkflowId } from '../temporal/contract/refresh-token.ts';
import { sql } from '../src/test/factories.ts';
import { insertChannel } from '../src/test/insert-channel.ts';
import { eventually, startInstance, type TestInstance } from '../src/test/instance.ts';
import { insertApp, insertCode, insertToken, insertUser } from '../src/test/oauth-rows.ts';
import { reconcile, type ReconcileReport } from './reconcile.ts';

describe('for runs that belong to no post, the reconciler', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ api: false });
    // For a moment, parts of the server do not know the search attributes of a new namespace.
    await expiring('1 hour');
    await eventually('a run can be started', () =>
      pass().then(
        () => true,
        () => false,
      ),
    );
  });
  beforeEach(async () => {
    for (const table of ['oauth_app', 'outbox', 'integration', 'webhook']) {
      await sql(crier, `delete from ${table}`);
    }
  });
  afterAll(() => crier?.stop());

  const pass = (): Promise<ReconcileReport> =>
    reconcile({ ...crier.context, providerEnv: crier.context.config.providerEnv });
  const status = async (channel: string): Promise<string> =>
    (await crier.context.temporal.workflow.getHandle(refreshWorkflowId(channel)).describe()).status.name;
  const expiring = async (inTime: string, set = 'disabled = false'): Promise<string> => {
    const id = await insertChannel(crier, 'sandbox');
    await sql(
      crier,
      `update integration set expires_at = now() + interval '${inTime}', ${set} where id = $1`,
      [id],
    );
    return id;
  };
  const asked = (): Promise<unknown[]> => sql(crier, 'select kind, subject_id as id from outbox');

  describe('starts the renewal of a channel', () => {
    it('that was connected before renewals existed, which does not count as a repair', async () => {
      const id = await expiring('30 days');
      expect(await pass()).toMatchObject({ restarted: 0, revived: 0 });
      expect(await status(id)).toBe('RUNNING');
    });

    it('once more after the store was lost', async () => {
      const id = await expiring('30 days', "refresh_store_id = 'another store'");
      expect(await pass()).toMatchObject({ restarted: 1 });
      expect(await status(id)).toBe('RUNNING');
      expect(await pass()).toMatchObject({ restarted: 0 });
    });

    it('whose run was terminated by hand, before its credentials expire', async () => {
      const id = await expiring('10 hours');
      await pass();
      await crier.context.temporal.workflow.getHandle(refreshWorkflowId(id)).terminate('by hand');
      expect(await pass()).toMatchObject({ restarted: 0, revived: 1, checked: 1 });
      expect(await status(id)).toBe('RUNNING');
    });

    it('and checks a healthy one only every half hour', async () => {
      const id = await expiring('10 hours');
      await pass();
      expect([await pass(), await pass()]).toMatchObject([
        { revived: 0, checked: 1 },
        { revived: 0, checked: 0 },
      ]);
      await sql(
        crier,
        "update integration set refresh_checked_at = now() - interval '31 minutes' where id = $1",
        [id],
      );
      expect(await pass()).toMatchObject({ revived: 0, checked: 1 });
    });

    it.each([
      'deleted_at = now()',
      'disabled = true',
      'refresh_needed = true',
      "provider = 'devto'",
      'expires_at = null',
    ])('but not with %s', async (set) => {
      const id = await expiring('1 hour');
      await sql(crier, `update integration set ${set} where id = $1`, [id]);
      await pass();
      await expect(status(id)).rejects.toThrow(/not found/i);
    });

    it('but not when the relay is about to deliver its start', async () => {
      const id = await expiring('1 hour');
      await sql(
        crier,
        "insert into outbox (id, kind, subject_id) values (gen_random_uuid(), 'refresh_token', $1)",
        [id],
      );
      await pass();
      await expect(status(id)).rejects.toThrow(/not found/i);
    });
  });

  describe('closes', () => {
    it('a code whose run never started, but no code that is still valid', async () => {
      const grant = { appId: await insertApp(crier), userId: await insertUser(crier) };
      const late = await insertCode(crier, grant, -61);
      await insertCode(crier, grant, 600);
      expect(await pass()).toMatchObject({ closed: 1 });
      expect(await sql(crier, "select id from oauth_code where state = 'expired'")).toEqual([
        { id: late.id },
      ]);
      expect(await pass()).toMatchObject({ closed: 0 });
    });

    it('the valid tokens of a deleted app, or those nobody was notified about, by requesting their run once', async () => {
      const userId = await insertUser(crier);
      for (const reason of [null, 'app_deleted', 'replaced']) {
        await insertToken(
          crier,
          { appId: await insertApp(crier, { deleted: true, name: String(reason) }), userId },
          reason,
        );
      }
      expect(await pass()).toMatchObject({ closed: 0 });
      await sql(crier, "update oauth_app set deleted_at = now() - interval '6 minutes'");
      expect(await pass()).toMatchObject({ closed: 2 });
      expect(
        await sql(
          crier,
          "select a.name from outbox o join oauth_app a on a.id = o.subject_id where o.kind = 'delete_oauth_app' order by a.name",
        ),
      ).toEqual([{ name: 'app_deleted' }, { name: 'null' }]);
      expect(await pass()).toMatchObject({ closed: 0 });
    });

    it('a revocation that nobody was notified about, and none that needs no notification', async () => {
      const grant = { appId: await insertApp(crier), userId: await insertUser(crier) };
      const notNotified = await insertToken(crier, grant, 'user');
      await insertToken(crier, grant, 'replaced');
      const notified = await insertToken(crier, grant, 'member_left');
      await sql(crier, "update oauth_token set revoked_at = now() - interval '6 minutes'");
      await sql(crier, 'update oauth_token set notified_at = now() where id = $1', [notified.id]);
      expect(await pass()).toMatchObject({ closed: 1 });
      expect(await asked()).toEqual([{ kind: 'revoke_token', id: notNotified.id }]);
      expect(await pass()).toMatchObject({ closed: 0 });
    });
  });

  it('opens a webhook again for which too much waited, once there is room, and reports it; no other', async () => {
    await sql(
      crier,
      `insert into webhook (id, organization_id, name, url, secret, full_since)
      select gen_random_uuid(), $1, name, 'https://example.com/', '', full_since
      from (values ('Full', now()), ('Well', null)) w (name, full_since)`,
      [crier.organizationId],
    );
    await pass();
    expect(await sql(crier, 'select name, full_since from webhook order by name')).toEqual([
      { name: 'Full', full_since: null },
      { name: 'Well', full_since: null },
    ]);
    expect(await sql(crier, "select content from notification where kind = 'webhook_backlog'")).toEqual([
      { content: expect.stringMatching(/^The webhook "Full" has room again\. Not sent since \S+: 0\./) },
    ]);
  });
});
