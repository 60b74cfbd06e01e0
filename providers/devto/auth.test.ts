import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Rejected } from '../_kit/errors.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { devto as provider } from './index.ts';

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.stop());

const connect = (apiKey: string): Promise<unknown> => provider.connect({ apiKey }, world.context);

describe('connecting an account on DEV', () => {
  it('records whose key it is, and keeps the key among the credentials only', async () => {
    const { apiKey = '' } = world.channel.credentials;
    expect(await connect(` ${apiKey}\n`)).toEqual({
      internalId: String(world.user.id),
      name: 'Ada',
      profile: 'ada',
      picture: null,
      credentials: { apiKey },
      details: {},
      expiresAt: null,
    });
  });

  it('fails with a wrong key, and with that of a suspended account, without repeating it', async () => {
    const { apiKey = '' } = world.channel.credentials;
    const wrong = connect(`${apiKey}x`);
    await expect(wrong).rejects.toBeInstanceOf(Rejected);
    await expect(wrong).rejects.toThrow('does not accept the API key');
    await expect(wrong).rejects.not.toThrow(apiKey);
    world.network.suspend(world.user, true);
    await expect(connect(apiKey)).rejects.toThrow('the account is suspended');
    world.network.suspend(world.user, false);
    await expect(connect(apiKey)).resolves.toBeDefined();
  });

  it.each([
    ['an empty key', ' '],
    ['a key of two lines', 'a\nb'],
  ])('fails with %s before it calls DEV', async (_, apiKey) => {
    world.refuseConnections(true);
    await expect(connect(apiKey)).rejects.toBeInstanceOf(Rejected);
    world.refuseConnections(false);
  });
});
