import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { recordAudit } from '../src/platform/audit.ts';
import { UNKNOWN_ID, countRows, sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { insertApp, insertToken, insertTokens, insertUser } from '../src/test/oauth-rows.ts';
import type { RevocationBatch, RevocationRef } from '../temporal/contract/token-revocation.ts';
import { revokeTokens } from './revoke-tokens.ts';

describe('after a revocation', () => {
  let crier: TestInstance;
  let other: string;
  let userId: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, api: false });
    other = (await crier.anotherOrganization()).id;
    userId = await insertUser(crier);
  });
  beforeEach(async () => {
    for (const table of ['oauth_app', 'audit_event', 'notification']) {
      await sql(crier, `delete from ${table}`);
    }
  });
  afterAll(() => crier?.stop());

  const revoke = (ref: RevocationRef): Promise<RevocationBatch> => revokeTokens(crier.context.database, ref);
  /** All batches; how many there were. */
  const revokeAll = async (ref: RevocationRef): Promise<{ batches: number; tokens: number }> => {
    for (let batches = 1; ; batches++) {
      const batch = await revoke(ref);
      if (!batch.more) return { batches, tokens: batch.tokens };
    }
  };
  const notifications = (): Promise<{ kind: string; content: string; org: string }[]> =>
    sql(
      crier,
      'select kind, content, organization_id as org from notification order by organization_id = $1 desc',
      [crier.organizationId],
    );
  const audit = (): Promise<unknown[]> =>
    sql(
      crier,
      'select kind, organization_id as org, user_id as "userId", subject_id as "subjectId", detail from audit_event order by id',
    );
  const alive = async (): Promise<number> =>
    (
      await sql<{ n: number }>(crier, 'select count(*)::int as n from oauth_token where revoked_at is null')
    )[0]?.n ?? -1;

  describe('of one token', () => {
    const WORDS = {
      user: 'Grace took back the access of the app "Planner" to this organisation',
      app: 'The app "Planner" gave back the access that Grace had given it',
      member_left: 'The app "Planner" can no longer act for Grace, who is no longer in this organisation',
      code_reused:
        'The app "Planner" used a code twice, so the access that Grace had given it has ended. Find out from its makers why, before it is given again',
    };
    it.each(Object.entries(WORDS))(
      'by %s: adds one audit entry and one notification',
      async (reason, content) => {
        const appId = await insertApp(crier);
        const { id } = await insertToken(crier, { appId, userId }, reason);
        expect([await revoke({ tokenId: id }), await revoke({ tokenId: id })]).toEqual([
          { more: false, tokens: 1 },
          { more: false, tokens: 0 },
        ]);
        expect(await notifications()).toEqual([
          { kind: 'token_revoked', content, org: crier.organizationId },
        ]);
        const byPerson = reason === 'user' || reason === 'member_left';
        expect(await audit()).toEqual([
          {
            kind: 'token_revoked',
            org: crier.organizationId,
            userId: byPerson ? userId : null,
            subjectId: id,
            detail: { app: 'Planner', appId, person: 'Grace', reason },
          },
        ]);
      },
    );

    it('adds no second entry where the change wrote one', async () => {
      const { id } = await insertToken(crier, { appId: await insertApp(crier), userId }, 'user');
      await recordAudit(crier.context.database.fork(), {
        organizationId: crier.organizationId,
        userId,
        kind: 'token_revoked',
        subjectId: id,
      });
      await revoke({ tokenId: id });
      expect([await countRows(crier, 'audit_event'), await countRows(crier, 'notification')]).toEqual([1, 1]);
    });

    it('replaced by a newer one: notifies nobody', async () => {
      const { id } = await insertToken(crier, { appId: await insertApp(crier), userId }, 'replaced');
      expect(await revoke({ tokenId: id })).toEqual({ more: false, tokens: 0 });
      expect(await notifications()).toEqual([]);
    });

    it('that is still valid: leaves it valid', async () => {
      const { id } = await insertToken(crier, { appId: await insertApp(crier), userId });
      expect(await revoke({ tokenId: id })).toEqual({ more: false, tokens: 0 });
      expect([await alive(), await notifications()]).toEqual([1, []]);
    });

    it('that is gone: does nothing', async () => {
      expect(await revoke({ tokenId: UNKNOWN_ID })).toEqual({ more: false, tokens: 0 });
    });
  });

  describe('of a deleted app', () => {
    const CONTENT = 'The app "Planner" was deleted by its makers. It can no longer act for this organisation';

    it('notifies each organisation once, with any number of tokens, in batches', async () => {
      const appId = await insertApp(crier, { deleted: true });
      await insertTokens(crier, { appId, userId }, 250, 'app_deleted');
      await insertTokens(crier, { appId, userId, organizationId: other }, 170, 'app_deleted');
      expect(await revokeAll({ appId })).toEqual({ batches: 3, tokens: 420 });
      expect(await notifications()).toEqual([
        { kind: 'app_deleted', content: CONTENT, org: crier.organizationId },
        { kind: 'app_deleted', content: CONTENT, org: other },
      ]);
      expect(await countRows(crier, 'audit_event')).toBe(420);
      expect(await revokeAll({ appId })).toEqual({ batches: 1, tokens: 420 });
      expect([await countRows(crier, 'audit_event'), await countRows(crier, 'notification')]).toEqual([
        420, 2,
      ]);
    });

    it('revokes what a race left valid', async () => {
      const appId = await insertApp(crier, { deleted: true });
      await insertToken(crier, { appId, userId });
      expect(await revoke({ appId })).toEqual({ more: false, tokens: 1 });
      expect(await alive()).toBe(0);
    });

    it('notifies once when two workers run at the same time', async () => {
      for (let round = 0; round < 3; round++) {
        const appId = await insertApp(crier, { deleted: true });
        await insertTokens(crier, { appId, userId }, 450, 'app_deleted');
        await Promise.all(Array.from({ length: 4 }, () => revokeAll({ appId })));
        expect([await countRows(crier, 'audit_event'), await countRows(crier, 'notification')]).toEqual([
          450, 1,
        ]);
        for (const table of ['audit_event', 'notification']) await sql(crier, `delete from ${table}`);
      }
    });

    it('says whose access a person had revoked before', async () => {
      const appId = await insertApp(crier, { deleted: true });
      await insertToken(crier, { appId, userId }, 'user');
      await insertToken(crier, { appId, userId }, 'app_deleted');
      expect(await revoke({ appId })).toEqual({ more: false, tokens: 1 });
      expect((await notifications()).map((n) => n.kind).sort()).toEqual(['app_deleted', 'token_revoked']);
    });

    it('leaves the tokens alone when the app was not deleted', async () => {
      const appId = await insertApp(crier);
      await insertToken(crier, { appId, userId });
      expect(await revoke({ appId })).toEqual({ more: false, tokens: 0 });
      expect(await alive()).toBe(1);
    });

    it('leaves alone the tokens of other apps', async () => {
      const [deleted, living] = [await insertApp(crier, { deleted: true }), await insertApp(crier)];
      await insertToken(crier, { appId: deleted, userId }, 'app_deleted');
      await insertToken(crier, { appId: living, userId });
      await revoke({ appId: deleted });
      expect(await alive()).toBe(1);
    });
  });
});
