import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { UNKNOWN_ID, sql } from '../src/test/factories.ts';
import { startInstance, type TestInstance } from '../src/test/instance.ts';
import { insertApp, insertCode, insertUser } from '../src/test/oauth-rows.ts';
import { expireCode } from './expire-code.ts';

describe('an authorization code', () => {
  let crier: TestInstance;
  let grant: { appId: string; userId: string };
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, api: false });
    grant = { appId: await insertApp(crier), userId: await insertUser(crier) };
  });
  afterAll(() => crier?.stop());

  const expire = (codeId: string): ReturnType<typeof expireCode> =>
    expireCode(crier.context.database, { codeId });
  const stateOf = async (id: string): Promise<string | undefined> =>
    (await sql<{ state: string }>(crier, 'select state from oauth_code where id = $1', [id]))[0]?.state;

  it('is closed once it has expired, and stays closed', async () => {
    const { id } = await insertCode(crier, grant, -1);
    expect([await expire(id), await expire(id)]).toEqual([{ status: 'expired' }, { status: 'expired' }]);
    expect(await stateOf(id)).toBe('expired');
  });

  it('stays open until it expires, and the answer says for how long', async () => {
    const { id } = await insertCode(crier, grant, 600);
    const outcome = await expire(id);
    expect(outcome).toEqual({ status: 'too_early', waitMs: expect.any(Number) });
    expect((outcome as { waitMs: number }).waitMs).toBeLessThanOrEqual(600_000);
    expect(await stateOf(id)).toBe('issued');
  });

  it.each(['exchanged', 'burnt'])(
    'that was %s is left as it is, even after it has expired',
    async (state) => {
      const { id } = await insertCode(crier, grant, -1);
      await sql(crier, 'update oauth_code set state = $2, used_at = now() where id = $1', [id, state]);
      expect(await expire(id)).toEqual({ status: state });
      expect(await stateOf(id)).toBe(state);
    },
  );

  it('that was deleted with its app causes no error', async () => {
    expect(await expire(UNKNOWN_ID)).toEqual({ status: 'gone' });
  });
});
