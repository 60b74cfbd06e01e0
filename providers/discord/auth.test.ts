import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Rejected } from '../_kit/errors.ts';
import { startWorld, type World } from './fixtures/world.ts';
import { discord as provider } from './index.ts';

let world: World;

describe('connecting a server', () => {
  beforeEach(async () => void (world = await startWorld()));
  afterEach(() => world.stop());

  const connect = (fields: Record<string, string>): Promise<unknown> =>
    provider.connect({ guild: world.guild, token: world.bot.token, ...fields }, world.context);

  it('records who the bot is, and keeps the token among the credentials only', () => {
    expect(world.channel).toMatchObject({
      internalId: world.guild,
      name: 'Ada & Co',
      profile: 'crier',
      details: { botId: world.bot.id, premiumTier: 0 },
      credentials: { token: world.bot.token },
    });
    expect(JSON.stringify(world.channel.details)).not.toContain(world.bot.token);
  });

  it('accepts the token with its header prefix', async () => {
    await expect(connect({ token: ` Bot ${world.bot.token} ` })).resolves.toMatchObject({
      credentials: { token: world.bot.token },
    });
  });

  it('fails with an unknown token, in a message that does not repeat it', async () => {
    const token = `${world.bot.token}x`;
    await expect(connect({ token })).rejects.toBeInstanceOf(Rejected);
    await expect(connect({ token })).rejects.toThrow('401: Unauthorized');
    await expect(connect({ token })).rejects.not.toThrow(token);
  });

  it.each([
    ['an empty token', { token: '' }],
    ['a token with a line feed', { token: 'a\nb' }],
    ['a name instead of the ID', { guild: 'Ada & Co' }],
  ])('fails with %s before it calls Discord', async (_, fields) => {
    world.refuseConnections(true);
    await expect(connect(fields)).rejects.toBeInstanceOf(Rejected);
  });

  it('fails for a server that the bot was not invited to', async () => {
    const other = world.network.createGuild({ name: 'Elsewhere', bots: [] });
    await expect(connect({ guild: other })).rejects.toThrow('invite the bot first');
  });
});
