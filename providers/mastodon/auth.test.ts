import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Fault } from '../../src/test/networks/fault-front.ts';
import { OutcomeUnknown, Rejected, Unsent } from '../_kit/errors.ts';
import { refusal, startWorld, type World } from './fixtures/world.ts';
import { mastodon as provider } from './index.ts';

let world: World;

describe('connecting a Mastodon account', () => {
  beforeEach(async () => void (world = await startWorld()));
  afterEach(() => world.stop());

  it('records the facts about the instance, and keeps the token among the credentials only', () => {
    expect(world.channel.details).toMatchObject({
      baseUrl: world.front.url,
      software: 'mastodon',
      version: '4.5.2',
      maxCharacters: 500,
      charactersReservedPerUrl: 23,
      maxMedia: 4,
      imageSizeLimit: 16_777_216,
      videoSizeLimit: 103_809_024,
      descriptionLimit: 1500,
      honoursIdempotencyKey: true,
    });
    expect(world.channel).toMatchObject({
      internalId: `${world.account.id}@${new URL(world.network.url).host}`,
      profile: `@ada@${new URL(world.front.url).host}`,
    });
    expect(JSON.stringify(world.channel.details)).not.toContain(world.account.token);
  });

  it.each([
    [
      'mastodon',
      { maxPollOptions: 4, maxPollOptionLength: 50, minPollSeconds: 300, maxPollSeconds: 2_629_746 },
    ],
    ['gotosocial', { maxCharacters: 5000, charactersReservedPerUrl: 25, maxMedia: 6, maxPollOptions: 6 }],
    // These have version 1 of the document alone; Pleroma has its own names in it.
    ['hometown', { maxCharacters: 1000, maxPollOptions: 4, honoursIdempotencyKey: true }],
    [
      'pleroma',
      {
        maxCharacters: 5000,
        imageSizeLimit: 16_000_000,
        videoSizeLimit: 16_000_000,
        maxPollOptions: 20,
        honoursIdempotencyKey: false,
      },
    ],
  ])('records what %s allows', async (software, limits) => {
    await world.stop();
    world = await startWorld({ software });
    expect(world.channel.details).toMatchObject({ software, ...limits });
  });

  it('is the same account for every name of its server', async () => {
    const { token } = world.account;
    const ids = [world.front.url, world.front.url.replace('127.0.0.1', 'localhost')].map(
      async (instance) => (await provider.connect({ instance, token }, world.context)).internalId,
    );
    expect(new Set(await Promise.all(ids)).size).toBe(1);
  });

  it('uses https for a URL without a protocol, and plain http only for this machine', async () => {
    const unreachable = {
      ...world.context,
      egress: {
        ...world.context.egress,
        fetch: async (url: string | URL) => {
          throw new Unsent(String(url));
        },
      },
    };
    await expect(
      provider.connect({ instance: 'social.example/@ada', token: 't' }, unreachable),
    ).rejects.toThrow('https://social.example/api/v1/accounts/verify_credentials');
    await expect(
      provider.connect({ instance: 'http://social.example', token: 't' }, unreachable),
    ).rejects.toThrow('must use https');
    await expect(
      provider.connect(
        { instance: 'http://social.example', token: 't' },
        { ...unreachable, env: { MASTODON_URL: 'http://social.example' } },
      ),
    ).rejects.toBeInstanceOf(Unsent);
  });

  it('does not rely on an instance that does not identify itself, and fails at one in trouble', async () => {
    const connectWith = (fault: Fault): Promise<unknown> => {
      world.front.arm(fault, ({ path }) => path.includes('nodeinfo'), 2);
      return provider
        .connect({ instance: world.front.url, token: world.account.token }, world.context)
        .finally(() => world.front.disarm());
    };
    const untrusted = {
      details: expect.objectContaining({
        software: 'unknown',
        honoursIdempotencyKey: false,
        maxCharacters: 500,
      }),
    };
    await expect(connectWith(refusal(404, 'Record not found'))).resolves.toMatchObject(untrusted);
    await expect(connectWith({ kind: 'garbage_after' })).resolves.toMatchObject(untrusted);
    await expect(
      connectWith(refusal(503, 'There was a temporary problem serving your request, please try again')),
    ).rejects.toBeInstanceOf(OutcomeUnknown);
  });

  it('fails with an unknown token, with the message of the instance', async () => {
    const refused = provider.connect({ instance: world.front.url, token: 'nobody' }, world.context);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('The access token is invalid');
  });

  it.each(['read:statuses', 'write:statuses', 'write:media'])(
    'fails with a token without %s, before a post could',
    async (missing) => {
      const scopes = ['profile', 'read:statuses', 'write:statuses', 'write:media'];
      const connect = (token: string): Promise<unknown> =>
        provider.connect({ instance: world.front.url, token }, world.context);
      await expect(
        connect(world.network.createAccount({ username: 'bob', scopes }).token),
      ).resolves.toMatchObject({ name: 'bob' });
      await expect(
        connect(
          world.network.createAccount({ username: 'eve', scopes: scopes.filter((s) => s !== missing) }).token,
        ),
      ).rejects.toThrow(/outside the authorized scopes/);
      expect(world.live()).toEqual([]);
    },
  );
});
