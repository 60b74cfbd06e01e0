import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Rejected } from '../_kit/errors.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { hashnode as provider } from './index.ts';

let world: World;
beforeAll(async () => void (world = await startWorld()));
afterAll(() => world.stop());

const connect = (apiKey: string): Promise<unknown> => provider.connect({ apiKey }, world.context);

describe('connecting an account on Hashnode', () => {
  it('records whose token it is, and keeps it among the credentials only', async () => {
    const { token: apiKey = '' } = world.channel.credentials;
    expect(await connect(` Bearer ${apiKey}\n`)).toEqual({
      internalId: world.user.id,
      name: 'Ada',
      profile: 'ada',
      picture: null,
      credentials: { token: apiKey },
      details: {},
      expiresAt: null,
    });
  });

  it('fails with a wrong token, and with that of an account that was ended, without repeating it', async () => {
    const { token: apiKey = '' } = world.channel.credentials;
    const wrong = connect(`${apiKey}x`);
    await expect(wrong).rejects.toBeInstanceOf(Rejected);
    await expect(wrong).rejects.toThrow('does not accept the access token');
    await expect(wrong).rejects.not.toThrow(apiKey);
    world.network.setActive(world.user, false);
    await expect(connect(apiKey)).rejects.toThrow('must be authenticated');
    world.network.setActive(world.user, true);
    await expect(connect(apiKey)).resolves.toBeDefined();
  });

  it.each([
    ['an empty token', ' '],
    ['a token of two lines', 'a\nb'],
  ])('fails with %s before it calls Hashnode', async (_, apiKey) => {
    world.refuseConnections(true);
    await expect(connect(apiKey)).rejects.toBeInstanceOf(Rejected);
    world.refuseConnections(false);
  });
});
