import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Rejected, Unsent } from '../_kit/errors.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { medium as provider } from './index.ts';

describe('connecting an account on Medium', () => {
  let world: World;
  beforeAll(async () => void (world = await startWorld()));
  afterAll(() => world.stop());

  it('keeps the account of the token, and the token among the credentials only', () => {
    const { id, credentials, ...rest } = world.channel;
    expect(id).not.toBe('');
    expect(credentials).toEqual({ token: world.token });
    expect(rest).toMatchObject({
      internalId: world.account.id,
      name: 'Ada',
      profile: '@ada',
      picture: expect.stringMatching(/^https:/),
      details: { username: 'ada' },
      expiresAt: null,
    });
    expect(JSON.stringify(rest)).not.toContain(world.token);
  });

  it('takes a token with the spaces that were copied along', async () => {
    expect(await world.connect(`  ${world.token}\n`)).toMatchObject({ internalId: world.account.id });
  });

  it('explains that Medium gives out no new tokens where one is not accepted, and never repeats it', async () => {
    const revoked = world.network.createToken(world.account);
    world.network.revoke(revoked);
    const ofRemovedApp = world.network.createToken(world.account);
    world.network.revoke(ofRemovedApp, 'app');
    for (const [token, message] of [
      ['', 'This is not an integration token'],
      ['a b', 'This is not an integration token'],
      [`${world.token}\r\nx: y`, 'This is not an integration token'],
      [revoked, 'Medium does not accept this token (6003)'],
      [ofRemovedApp, 'Medium does not accept this token (6005)'],
    ] as const) {
      const refused = world.connect(token);
      await expect(refused).rejects.toBeInstanceOf(Rejected);
      await expect(refused).rejects.toThrow(message);
      await expect(refused).rejects.toThrow('Medium gives out no new integration tokens');
      if (token) await expect(refused).rejects.not.toThrow(token);
    }
  });

  it('explains in the form that only tokens from before work', () => {
    const { connection } = provider;
    const help = connection.kind === 'credentials' ? connection.fields.map((field) => field.help) : [];
    expect(help).toEqual([expect.stringContaining('Medium gives out no new ones')]);
  });

  it('fails without a rejection where Medium does not answer', async () => {
    world.refuseConnections(true);
    await expect(world.connect(world.token)).rejects.toBeInstanceOf(Unsent);
    world.refuseConnections(false);
  });
});
