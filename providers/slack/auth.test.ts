import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ALL_SCOPES } from '../../src/test/networks/slack/server.ts';
import { ChannelGone, Rejected, TokenExpired } from '../_kit/errors.ts';
import { publishUntilLive } from '../_kit/test-harness.ts';
import { prepared, startWorld, type World } from './fixtures/world.ts';
import { slack as provider } from './index.ts';
import { FURTHER_SCOPES, NEEDED_SCOPES } from './schema.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

describe('connecting a Slack workspace', () => {
  const connect = (token: string): Promise<unknown> => provider.connect({ token }, world.context);

  it('records the app and where its messages will be, and keeps the token in the credentials only', () => {
    expect(world.channel).toMatchObject({
      internalId: 'T000000001',
      name: 'crier',
      profile: 'ada.slack.com',
      credentials: { token: world.token },
    });
    expect(world.channel.details).toEqual({
      teamId: 'T000000001',
      teamName: 'Ada & Co',
      workspaceUrl: 'https://ada.slack.com/',
      botUserId: 'U0CRIERBOT',
      botId: 'B0CRIERBOT',
      scopes: [...ALL_SCOPES],
    });
  });

  it('fails with a token that is not a bot token, or that expires, before it calls Slack', async () => {
    world.refuseConnections(true);
    for (const token of ['', 'xoxp-1-2', 'xapp-1', 'nonsense']) {
      await expect(connect(token)).rejects.toThrow('A bot token is required');
    }
    await expect(connect('xoxe.xoxb-1-2')).rejects.toThrow('token rotation is on');
  });

  it.each([
    ['invalid_auth', 'xoxb-unknown'],
    ['token_revoked', null],
    ['account_inactive', null],
  ] as const)(
    'fails with a token that Slack answers with %s, in a message that does not repeat it',
    async (code, invalid) => {
      const token = invalid ?? world.network.createToken();
      if (code !== 'invalid_auth') world.network.end(token, code);
      const refused = connect(token);
      await expect(refused).rejects.toBeInstanceOf(Rejected);
      await expect(refused).rejects.toThrow(`Slack answered ${code}`);
      await expect(refused).rejects.not.toThrow(token);
    },
  );

  it.each(NEEDED_SCOPES)('fails with a token without %s, before a post could', async (missing) => {
    await expect(connect(world.network.createToken(NEEDED_SCOPES))).resolves.toMatchObject({ name: 'crier' });
    await expect(connect(world.network.createToken(ALL_SCOPES.filter((s) => s !== missing)))).rejects.toThrow(
      `The app lacks the bot scope ${missing}`,
    );
  });

  it('asks for all scopes that the app can use', () =>
    expect([...NEEDED_SCOPES, ...FURTHER_SCOPES].toSorted()).toEqual([...ALL_SCOPES].toSorted()));
});

describe('a token that stops working', () => {
  const publish = (request = world.request()): Promise<unknown> =>
    publishUntilLive(provider, request, world.context);

  it.each([
    ['token_revoked', ChannelGone],
    ['account_inactive', ChannelGone],
    ['token_expired', TokenExpired],
  ] as const)('with %s is reported as such', async (code, expected) => {
    await publish();
    world.network.end(world.token, code);
    await expect(publish()).rejects.toBeInstanceOf(expected);
  });

  it('in the middle of a thread leaves the parts before it live and the others unsent', async () => {
    const root = await publishUntilLive(provider, world.request(), world.context);
    const second = await publishUntilLive(provider, world.request({ root, parent: root }), world.context);
    world.network.end(world.token, 'token_expired');
    await expect(publish(world.request({ root, parent: second }))).rejects.toBeInstanceOf(TokenExpired);
    expect(world.live().map((m) => m.ts)).toEqual([root.id, second.id]);
  });

  it('between preparing and publishing is an expired token, too', async () => {
    await publish();
    const stranger = { ...world.channel, credentials: { token: 'xoxb-unknown' } };
    await expect(
      provider.publish({ ...world.request(), channel: stranger }, prepared(world), world.context),
    ).rejects.toBeInstanceOf(TokenExpired);
  });

  it('for a removed scope requires that the channel is reconnected, and names the scope', async () => {
    const reader = { ...world.channel, credentials: { token: world.network.createToken(['channels:read']) } };
    const refused = provider.publish({ ...world.request(), channel: reader }, prepared(world), world.context);
    await expect(refused).rejects.toBeInstanceOf(ChannelGone);
    await expect(refused).rejects.toThrow('needed: chat:write');
  });
});
