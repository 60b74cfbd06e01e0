import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ConnectedAccount } from '../../providers/_kit/contract.ts';
import { sql } from '../test/factories.ts';
import { insertChannel } from '../test/insert-channel.ts';
import { startInstance, type TestInstance } from '../test/instance.ts';
import { storeAccount, type ConnectedChannel } from './connect-channel.ts';
import { looksLike, unknownAccount } from './unknown-account.ts';

const BAKERY: ConnectedAccount = {
  internalId: 'bakery',
  name: 'Bakery',
  picture: null,
  profile: 'bakery',
  credentials: { token: 'secret' },
  details: {},
  expiresAt: null,
};

describe('a channel whose account nobody knows yet', () => {
  let crier: TestInstance;
  beforeAll(async () => {
    crier = await startInstance({ temporal: false, api: false });
  });
  afterAll(() => crier?.stop());
  beforeEach(() => sql(crier, 'delete from integration'));

  const imported = async (name: string, profile: string | null): Promise<string> => {
    const id = await insertChannel(crier, 'sandbox', { name });
    await sql(
      crier,
      'update integration set internal_id = $2, profile = $3, refresh_needed = true where id = $1',
      [id, unknownAccount(id), profile],
    );
    return id;
  };
  const store = (account: ConnectedAccount, reconnect: string | null = null): Promise<ConnectedChannel> =>
    crier.context.database
      .fork()
      .transactional((tx) =>
        storeAccount(
          tx,
          { context: crier.context, provider: { identifier: 'sandbox', name: 'Sandbox' } },
          { organizationId: crier.organizationId, userId: null, account, reconnect },
        ),
      );

  it('becomes that of the account that looks like it, and of no other', async () => {
    const id = await imported('Anything', '@Bakery');
    expect(await store({ ...BAKERY, internalId: 'other', name: 'Anything', profile: 'other' })).toMatchObject(
      { reconnected: false },
    );
    expect(await store(BAKERY)).toMatchObject({ id, reconnected: true });
    expect(
      await sql(
        crier,
        'select internal_id as account, refresh_needed as "isOpen" from integration where id = $1',
        [id],
      ),
    ).toEqual([{ account: 'bakery', isOpen: false }]);
  });

  it('is left to a person where two look alike: whichever they reconnect gets the account', async () => {
    const [, second] = [await imported('Bakery', null), await imported('Bakery', null)];
    const { id, reconnected } = await store({ ...BAKERY, internalId: 'third' });
    expect({ second: id === second, reconnected }).toEqual({ second: false, reconnected: false });
    expect(await store(BAKERY, second)).toMatchObject({ id: second, reconnected: true });
  });

  it('is not given an account with another handle, nor one that has a channel already', async () => {
    const id = await imported('Bakery', 'another-bakery');
    await expect(store(BAKERY, id)).rejects.toMatchObject({ code: 'other_account' });
    const nameless = await imported('Bakery', null);
    await store({ ...BAKERY, internalId: 'taken', name: 'Taken', profile: 'taken' });
    await expect(
      store({ ...BAKERY, internalId: 'taken', name: 'Taken', profile: 'taken' }, nameless),
    ).rejects.toMatchObject({
      code: 'other_account',
      message: expect.stringContaining('connected already, as the channel Taken'),
    });
  });

  it.each([
    ['@Cafe@social.example', 'cafe', true],
    ['cafe@social.example', 'cafe@other.example', false],
    ['https://net.example/cafe/', '@cafe', true],
    ['cafe', 'bar', false],
  ])('%s and %s are one account: %s', (one, other, are) => {
    expect(looksLike({ name: 'A', profile: one }, { name: 'B', profile: other })).toBe(are);
  });
});
