/** The provider against the strict stand-in: the contract, connecting, tools, numbers. */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Rejected } from '../_kit/errors.ts';
import { testProvider, type Breakage, type NetworkHarness } from '../_kit/test-provider.ts';
import type { Fault } from '../../src/test/networks/fault-front.ts';
import { compileCheck } from '../_kit/json-schema.ts';
import { isPublish, refusal, startWorld, type World } from './fixtures/world.ts';
import { discord as provider } from './index.ts';

const FAULTS: Record<Exclude<Breakage, 'refused_connection' | 'channel_gone'>, () => Fault> = {
  rate_limited: () =>
    refusal(
      429,
      { message: 'You are being rate limited.', retry_after: 64.57, global: false },
      { 'retry-after': '65', 'x-ratelimit-scope': 'user' },
    ),
  token_expired: () => refusal(401, { message: '401: Unauthorized', code: 0 }),
  rejected: () => refusal(400, { message: 'Message was blocked by automatic moderation', code: 200_000 }),
  server_error: () => ({
    kind: 'status',
    status: 502,
    headers: { 'content-type': 'text/html' },
    body: '<html><body>502 Bad Gateway</body></html>',
  }),
  lost_answer: () => ({ kind: 'reset_after' }),
  lost_request: () => ({ kind: 'reset_before' }),
  garbage_answer: () => ({ kind: 'garbage_after' }),
};

async function startHarness(options: { forum?: boolean; mute?: boolean } = {}): Promise<NetworkHarness> {
  const world = await startWorld();
  const { network, front, guild, bot } = world;
  const place = options.forum ? network.createChannel({ guild, name: 'stories', type: 'forum' }) : world.news;
  if (options.mute) {
    network.say(place, 'Welcome');
    network.permit(place, { READ_MESSAGE_HISTORY: false });
  }
  return {
    channel: world.channel,
    context: world.context,
    settings: { channel: place },
    // Messages of a thread have no parent but the thread: what stands before a message there is what it
    // follows.
    published: async () =>
      world
        .live()
        .filter((m) => m.authorId === bot.id)
        .map((m, _, all) => ({
          id: m.id,
          text: m.content,
          mediaCount: m.attachments.length,
          parentId:
            m.channelId === place || m.id === m.channelId
              ? null
              : (all.findLast((o) => o.channelId === m.channelId && BigInt(o.id) < BigInt(m.id))?.id ??
                m.channelId),
        })),
    break: (how) => {
      if (how === 'refused_connection') world.refuse(true);
      else if (how === 'channel_gone') network.kick(guild, bot.id);
      else front.arm(FAULTS[how](), isPublish);
    },
    mend: () => {
      world.refuse(false);
      network.invite(guild, bot.id);
      front.disarm();
    },
    stop: world.stop,
  };
}

testProvider(provider, () => startHarness());
describe('in a forum', () => testProvider(provider, () => startHarness({ forum: true })));

let world: World;

describe('connecting a server', () => {
  beforeEach(async () => void (world = await startWorld()));
  afterEach(() => world.stop());

  const connect = (fields: Record<string, string>): Promise<unknown> =>
    provider.connect({ guild: world.guild, token: world.bot.token, ...fields }, world.context);

  it('keeps who the bot is, and the token only among the credentials', () => {
    expect(world.channel).toMatchObject({
      internalId: world.guild,
      name: 'Ada & Co',
      profile: 'crier',
      details: { botId: world.bot.id, premiumTier: 0 },
      credentials: { token: world.bot.token },
    });
    expect(JSON.stringify(world.channel.details)).not.toContain(world.bot.token);
  });

  it('takes the token as it stands in a header, too', async () => {
    await expect(connect({ token: ` Bot ${world.bot.token} ` })).resolves.toMatchObject({
      credentials: { token: world.bot.token },
    });
  });

  it('refuses a token that Discord does not know, in words that do not hold it', async () => {
    const token = `${world.bot.token}x`;
    await expect(connect({ token })).rejects.toBeInstanceOf(Rejected);
    await expect(connect({ token })).rejects.toThrow('401: Unauthorized');
    await expect(connect({ token })).rejects.not.toThrow(token);
  });

  it.each([
    ['an empty token', { token: '' }],
    ['a token with a line feed', { token: 'a\nb' }],
    ['a name in place of the id', { guild: 'Ada & Co' }],
  ])('refuses %s before it calls', async (_, fields) => {
    world.refuse(true);
    await expect(connect(fields)).rejects.toBeInstanceOf(Rejected);
  });

  it('refuses a server that the bot was not invited to', async () => {
    const other = world.network.createGuild({ name: 'Elsewhere', bots: [] });
    await expect(connect({ guild: other })).rejects.toThrow('invite the bot first');
  });
});

describe('the settings', () => {
  const issues = (settings: unknown): string[] =>
    compileCheck(provider.settingsSchema)(settings).map((issue) => issue.path);

  it.each([[{ __type: 'discord', channel: '613425648685547541' }]])('may be %j', (settings) =>
    expect(issues(settings)).toEqual([]),
  );
  it.each([
    [{ __type: 'discord' }],
    [{ __type: 'discord', channel: '' }],
    [{ __type: 'discord', channel: 'news' }],
    [{ __type: 'discord', channel: 613425 }],
    [{ __type: 'slack', channel: '1' }],
  ])('may not be %j', (settings) => expect(issues(settings)).not.toEqual([]));
});

describe('the tools', () => {
  beforeEach(async () => void (world = await startWorld()));
  afterEach(() => world.stop());

  const run = (name: string, input: Record<string, unknown> = {}): Promise<unknown> | undefined =>
    provider.tools?.[name]?.run(world.channel, input, world.context);

  it('list the channels that posts can go to, and no others', async () => {
    const { network, guild, news } = world;
    network.createChannel({ guild, name: 'Talk', type: 'voice' });
    const forum = network.createChannel({ guild, name: 'stories', type: 'forum' });
    expect(await run('channels')).toEqual([
      { id: news, name: 'news', type: 'text' },
      { id: forum, name: 'stories', type: 'forum' },
    ]);
  });

  it('find roles and members by the begin of their name', async () => {
    expect(await run('mentions', { query: 'r' })).toEqual([
      { label: '@Readers', mention: expect.stringMatching(/^<@&\d+>$/) },
    ]);
    expect(await run('mentions', { query: 'ad' })).toEqual([
      { label: 'ada', mention: expect.stringMatching(/^<@\d+>$/) },
    ]);
    expect(await run('mentions', { query: 'every' })).toEqual([{ label: '@everyone', mention: '@everyone' }]);
    expect(await run('mentions', { query: 'zz' })).toEqual([]);
  });
});

describe('the numbers', () => {
  beforeEach(async () => void (world = await startWorld()));
  afterEach(() => world.stop());

  it('are the members of the server and the reactions to a message', async () => {
    const live = await world.publish(world.request());
    expect(await provider.postAnalytics?.(world.channel, live, world.context)).toEqual([
      { label: 'Reactions', total: 0 },
    ]);
    world.network.react(live.id, '👋', 3);
    world.network.react(live.id, '🎉', 2);
    expect(await provider.postAnalytics?.(world.channel, live, world.context)).toEqual([
      { label: 'Reactions', total: 5 },
    ]);
    expect(await provider.analytics?.(world.channel, world.context)).toEqual([
      { label: 'Members', total: 3 },
      { label: 'Online', total: 1 },
    ]);
  });
});
