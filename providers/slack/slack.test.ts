/** The provider against the strict workspace: the contract, connecting, and what is refused. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ChannelGone, RateLimited, Rejected, TokenExpired } from '../_kit/errors.ts';
import { type FailureMode, type NetworkHarness, publishUntilLive } from '../_kit/test-harness.ts';
import { testProvider } from '../_kit/test-provider.ts';
import type { Fault } from '../../src/test/networks/fault-front.ts';
import { ALL_SCOPES } from '../../src/test/networks/slack/server.ts';
import { FURTHER_SCOPES, NEEDED_SCOPES } from './auth.ts';
import { isPublish, messageBefore, prepared, refusal, startWorld, type World } from './fixtures/world.ts';
import { slack as provider } from './index.ts';

const FAULTS: Record<Exclude<FailureMode, 'connection_refused'>, () => Fault> = {
  rate_limited: () => refusal('ratelimited', { status: 429, headers: { 'retry-after': '30' } }),
  token_expired: () => refusal('token_expired'),
  rejected: () => refusal('msg_too_long'),
  channel_gone: () => refusal('token_revoked'),
  server_error: () => ({ kind: 'status', status: 500, body: '' }),
  lost_answer: () => ({ kind: 'reset_after' }),
  lost_request: () => ({ kind: 'reset_before' }),
  garbage_answer: () => ({ kind: 'garbage_after' }),
};

testProvider(provider, async (): Promise<NetworkHarness> => {
  const world = await startWorld();
  return {
    channel: world.channel,
    context: world.context,
    settings: { channel: world.network.channels.general },
    published: async () =>
      world
        .live()
        .map((m) => ({
          id: m.ts,
          text: m.text,
          mediaCount: m.files.length,
          parentId: messageBefore(world.live(), m),
        })),
    fail: (mode) =>
      mode === 'connection_refused' ? world.refuse(true) : world.front.arm(FAULTS[mode](), isPublish),
    recover: () => {
      world.refuse(false);
      world.front.disarm();
    },
    stop: world.stop,
  };
});

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

describe('connecting a Slack workspace', () => {
  const connect = (token: string): Promise<unknown> => provider.connect({ token }, world.context);

  it('keeps who the app is and where its messages will be, and the token only among the credentials', () => {
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

  it('refuses what is no bot token, and one that ends after hours, before it is sent anywhere', async () => {
    world.refuse(true);
    for (const token of ['', 'xoxp-1-2', 'xapp-1', 'nonsense']) {
      await expect(connect(token)).rejects.toThrow('A bot token is needed');
    }
    await expect(connect('xoxe.xoxb-1-2')).rejects.toThrow('token rotation is on');
  });

  it.each([
    ['invalid_auth', 'xoxb-unknown'],
    ['token_revoked', null],
    ['account_inactive', null],
  ] as const)(
    'refuses a token that Slack answers with %s, in words that do not show it',
    async (word, given) => {
      const token = given ?? world.network.createToken();
      if (word !== 'invalid_auth') world.network.end(token, word);
      const refused = connect(token);
      await expect(refused).rejects.toBeInstanceOf(Rejected);
      await expect(refused).rejects.toThrow(`Slack answered ${word}`);
      await expect(refused).rejects.not.toThrow(token);
    },
  );

  it.each(NEEDED_SCOPES)('refuses a token without %s, before a post could fail on it', async (missing) => {
    await expect(connect(world.network.createToken(NEEDED_SCOPES))).resolves.toMatchObject({ name: 'crier' });
    await expect(connect(world.network.createToken(ALL_SCOPES.filter((s) => s !== missing)))).rejects.toThrow(
      `The app lacks the bot scopes ${missing}`,
    );
  });

  it('names all scopes that the app can use', () =>
    expect([...NEEDED_SCOPES, ...FURTHER_SCOPES].toSorted()).toEqual([...ALL_SCOPES].toSorted()));
});

describe('a token that stops working', () => {
  const publish = (request = world.request()): Promise<unknown> =>
    publishUntilLive(provider, request, world.context);

  it.each([
    ['token_revoked', ChannelGone],
    ['account_inactive', ChannelGone],
    ['token_expired', TokenExpired],
  ] as const)('by %s is called by its name, and worked before', async (word, expected) => {
    await publish();
    world.network.end(world.token, word);
    await expect(publish()).rejects.toBeInstanceOf(expected);
  });

  it('in the middle of a thread leaves the parts before it live and the others unsent', async () => {
    const root = await publishUntilLive(provider, world.request(), world.context);
    const second = await publishUntilLive(provider, world.request({ root, parent: root }), world.context);
    world.network.end(world.token, 'token_expired');
    await expect(publish(world.request({ root, parent: second }))).rejects.toBeInstanceOf(TokenExpired);
    expect(world.live().map((m) => m.ts)).toEqual([root.id, second.id]);
  });

  it('for one call after the ledger said sent is an expired token too', async () => {
    await publish();
    const stranger = { ...world.channel, credentials: { token: 'xoxb-unknown' } };
    await expect(
      provider.publish({ ...world.request(), channel: stranger }, prepared(world), world.context),
    ).rejects.toBeInstanceOf(TokenExpired);
  });

  it('is one to connect again when a scope was taken away, and says which', async () => {
    const reader = { ...world.channel, credentials: { token: world.network.createToken(['channels:read']) } };
    const refused = provider.publish({ ...world.request(), channel: reader }, prepared(world), world.context);
    await expect(refused).rejects.toBeInstanceOf(ChannelGone);
    await expect(refused).rejects.toThrow('needed: chat:write');
  });
});

describe('where a post goes', () => {
  const to = (channel: string): Promise<unknown> =>
    publishUntilLive(provider, world.request({ settings: { __type: 'slack', channel } }), world.context);

  it('is a public channel, which the app joins by itself', async () => {
    await to(world.network.channels.random);
    expect(world.live()).toEqual([expect.objectContaining({ channel: world.network.channels.random })]);
  });

  it('is a private channel only when the app was invited', async () => {
    await expect(to(world.network.channels.secret)).rejects.toThrow('channel_not_found');
    await world.network.invite(world.network.channels.secret);
    await to(world.network.channels.secret);
    expect(world.live()).toHaveLength(1);
  });

  it('is not a channel that it may not join, and says what to do', async () => {
    const guest = { ...world.channel, credentials: { token: world.network.createToken(NEEDED_SCOPES) } };
    const refused = publishUntilLive(provider, { ...world.request(), channel: guest }, world.context);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('invite it with /invite');
    await world.network.invite(world.network.channels.general);
    await publishUntilLive(provider, { ...world.request(), channel: guest }, world.context);
  });

  it('is not an archived channel, nor one that is not there, also when it was there a moment ago', async () => {
    await to(world.network.channels.random);
    await world.network.archive(world.network.channels.random);
    await expect(to(world.network.channels.random)).rejects.toThrow('is_archived');
    await expect(to('C0NOWHERE')).rejects.toThrow('channel_not_found');
    const late = provider.publish(
      world.request(),
      prepared(world, { channel: world.network.channels.random }),
      world.context,
    );
    await expect(late).rejects.toBeInstanceOf(Rejected);
  });

  it('has the address that Slack gives it, in a thread too', async () => {
    const permalink = async (ts: string): Promise<string> => {
      const body = new URLSearchParams({ channel: world.network.channels.general, message_ts: ts });
      const answer = (await (
        await fetch(`${world.network.url}/api/chat.getPermalink`, {
          method: 'POST',
          headers: { authorization: `Bearer ${world.token}` },
          body,
        })
      ).json()) as { permalink: string };
      return answer.permalink.replace(world.network.url, 'https://ada.slack.com');
    };
    const root = await publishUntilLive(provider, world.request(), world.context);
    const reply = await publishUntilLive(provider, world.request({ root, parent: root }), world.context);
    expect([root.url, reply.url]).toEqual([await permalink(root.id), await permalink(reply.id)]);
  });
});

describe('a thread', () => {
  it('hangs every part under the first message, never under a reply', async () => {
    const root = await publishUntilLive(provider, world.request(), world.context);
    const second = await publishUntilLive(provider, world.request({ root, parent: root }), world.context);
    await publishUntilLive(provider, world.request({ root, parent: second }), world.context);
    expect(world.live().map((m) => m.threadTs)).toEqual([null, root.id, root.id]);
    await expect(
      provider.publish(world.request(), prepared(world, { threadTs: second.id }), world.context),
    ).rejects.toThrow('cannot_reply_to_message');
  });

  it('ends where its first message was deleted', async () => {
    const root = await publishUntilLive(provider, world.request(), world.context);
    await provider.remove?.(world.channel, root, world.context);
    await expect(
      publishUntilLive(provider, world.request({ root, parent: root }), world.context),
    ).rejects.toThrow('cannot_reply_to_message');
  });
});

describe('too many calls', () => {
  it('wait for as long as Slack says, per channel, and go out then', async () => {
    await world.stop();
    let now = Date.parse('2026-03-01T10:00:00Z');
    world = await startWorld({
      limits: { postBurst: 2 },
      now: () => new Date(now),
      contextNow: () => new Date(now),
    });
    const publish = (): Promise<unknown> => publishUntilLive(provider, world.request(), world.context);
    await publish();
    await publish();
    const limited = await publish().catch((error: unknown) => error);
    expect(limited).toBeInstanceOf(RateLimited);
    expect((limited as RateLimited).resetAt).toEqual(new Date(now + 1000));
    await publishUntilLive(
      provider,
      world.request({ settings: { __type: 'slack', channel: world.network.channels.random } }),
      world.context,
    );
    now += 1000;
    await publish();
    expect(world.live()).toHaveLength(4);
  });
});
