import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ConnectedAccount } from '../../providers/_kit/contract.ts';
import { sql } from '../test/factories.ts';
import { eventually, startInstance, type TestInstance } from '../test/instance.ts';
import { storeAccount, type ConnectedChannel } from './connect-channel.ts';

const ACCOUNT: ConnectedAccount = {
  internalId: 'bakery',
  name: 'Bakery',
  picture: null,
  profile: null,
  credentials: { token: 'secret-of-bakery' },
  details: {},
  expiresAt: null,
};

describe('an account that is reconnected', () => {
  let crier: TestInstance;
  let id: string;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, api: false });
  });
  afterAll(() => crier?.stop());

  const store = (): Promise<ConnectedChannel> =>
    crier.context.database
      .fork()
      .transactional((tx) =>
        storeAccount(
          tx,
          { context: crier.context, provider: { identifier: 'sandbox', name: 'Sandbox' } },
          { organizationId: crier.organizationId, userId: null, account: ACCOUNT },
        ),
      );
  /** Stores the account while another transaction has changed the channel and not committed yet. */
  async function storeDuring(change: string): Promise<ConnectedChannel> {
    const other = crier.context.database.fork();
    await other.begin();
    await other.execute(`update integration set ${change} where id = ?`, [id]);
    const stored = store();
    await eventually(
      'it waits for the channel',
      async () =>
        (
          await sql(
            crier,
            "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).length > 0,
    );
    await other.commit();
    return stored;
  }
  const row = async (): Promise<object | undefined> =>
    (
      await sql(
        crier,
        "select credentials_version as version, credentials = '' as empty, deleted_at is not null as deleted from integration where id = $1",
        [id],
      )
    )[0];

  it('keeps its channel', async () => {
    ({ id } = await store());
    expect(await store()).toMatchObject({ id, reconnected: true });
    expect(await row()).toEqual({ version: 2, empty: false, deleted: false });
  });

  it('gets a new version of its credentials when others were stored at the same moment', async () => {
    expect(await storeDuring('credentials_version = credentials_version + 1')).toMatchObject({
      id,
      reconnected: true,
    });
    expect(await row()).toEqual({ version: 4, empty: false, deleted: false });
  });

  it('becomes a new channel when the first was deleted at the same moment; nothing is stored in the deleted one', async () => {
    const stored = await storeDuring(
      "deleted_at = now(), credentials = '', credentials_version = credentials_version + 1",
    );
    expect([stored.reconnected, stored.id === id]).toEqual([false, false]);
    expect(await row()).toEqual({ version: 5, empty: true, deleted: true });
  });
});
