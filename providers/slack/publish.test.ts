import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RateLimited, Rejected } from '../_kit/errors.ts';
import { publishUntilLive } from '../_kit/test-harness.ts';
import { prepared, startWorld, type World } from './fixtures/world.ts';
import { slack as provider } from './index.ts';
import { NEEDED_SCOPES } from './schema.ts';

let world: World;
beforeEach(async () => void (world = await startWorld()));
afterEach(() => world.stop());

describe('where a post goes', () => {
  const to = (channel: string): Promise<unknown> =>
    publishUntilLive(provider, world.request({ settings: { __type: 'slack', channel } }), world.context);

  it('may be a public channel, which the app joins automatically', async () => {
    await to(world.network.channels.random);
    expect(world.live()).toEqual([expect.objectContaining({ channel: world.network.channels.random })]);
  });

  it('may be a private channel only if the app was invited', async () => {
    await expect(to(world.network.channels.secret)).rejects.toThrow('channel_not_found');
    await world.network.invite(world.network.channels.secret);
    await to(world.network.channels.secret);
    expect(world.live()).toHaveLength(1);
  });

  it('cannot be a channel that the app may not join, and the message explains what to do', async () => {
    const guest = { ...world.channel, credentials: { token: world.network.createToken(NEEDED_SCOPES) } };
    const refused = publishUntilLive(provider, { ...world.request(), channel: guest }, world.context);
    await expect(refused).rejects.toBeInstanceOf(Rejected);
    await expect(refused).rejects.toThrow('invite it with /invite');
    await world.network.invite(world.network.channels.general);
    await publishUntilLive(provider, { ...world.request(), channel: guest }, world.context);
  });

  it('cannot be a channel that is archived or does not exist, even if it did a moment ago', async () => {
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

  it('has the URL that Slack gives it, also in a thread', async () => {
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
  it('has every part under the first message, never under a reply', async () => {
    const root = await publishUntilLive(provider, world.request(), world.context);
    const second = await publishUntilLive(provider, world.request({ root, parent: root }), world.context);
    await publishUntilLive(provider, world.request({ root, parent: second }), world.context);
    expect(world.live().map((m) => m.threadTs)).toEqual([null, root.id, root.id]);
    await expect(
      provider.publish(world.request(), prepared(world, { threadTs: second.id }), world.context),
    ).rejects.toThrow('cannot_reply_to_message');
  });

  it('ends if its first message was deleted', async () => {
    const root = await publishUntilLive(provider, world.request(), world.context);
    await provider.remove?.(world.channel, root, world.context);
    await expect(
      publishUntilLive(provider, world.request({ root, parent: root }), world.context),
    ).rejects.toThrow('cannot_reply_to_message');
  });
});

describe('too many calls', () => {
  it('wait as long as Slack asks, separately for each channel', async () => {
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
