import { describe, expect, it } from '@jest/globals';
import type { FaultTarget } from '../../networks/fault-front.ts';
import { eventually } from '../../instance.ts';
import type { PostPage } from '../client.ts';
import { startDiscordServer, type DiscordServer } from '../network-discord.ts';
import { testNetwork, type House } from '../network-suite.ts';
import { live, unique } from '../scenarios.ts';

export function toDiscord(house: House): void {
  describe('a post to Discord', () => {
    let server: DiscordServer;
    const world = testNetwork(
      house,
      house.early(async () => (server = await startDiscordServer())),
    );

    /** Creates a post for now in a channel of the server. */
    async function post(discordChannel: string, ...parts: string[]): Promise<string> {
      const { crier, channel } = world();
      const { status, body } = await crier.call<{ postId: string }[]>('POST', '/posts', {
        body: {
          type: 'now',
          date: new Date().toISOString(),
          posts: [
            {
              integration: { id: channel },
              value: parts.map((content) => ({ content })),
              settings: { __type: 'discord', channel: discordChannel },
            },
          ],
        },
      });
      expect(status).toBe(201);
      return body[0]?.postId ?? '';
    }
    const into =
      (channel: string): FaultTarget =>
      ({ method, path }) =>
        method === 'POST' && path === `/api/v10/channels/${channel}/messages`;
    const place = (name: string, type: 'text' | 'forum' = 'text'): string =>
      server.server.createChannel({ guild: server.guild, name, type });
    /** Waits longer than `reaches`: the network takes a while to settle, and a busy machine takes longer. */
    const isPublished = (id: string): Promise<PostPage> =>
      eventually(
        'the post is out',
        async () => {
          const page = await world().client.page(id);
          return page.status === 'published' && page;
        },
        150_000,
      );
    const events = (page: PostPage): string[] => page.timeline.map((line) => line.event);
    const flagged = (): Promise<unknown> =>
      eventually('the channel is flagged', async () => {
        const { body } = await world().crier.call<{ id: string; refreshNeeded: boolean }[]>(
          'GET',
          '/integrations',
        );
        return body.some((known) => known.id === world().channel && known.refreshNeeded);
      });
    const count = (texts: string[]): Promise<number[]> =>
      Promise.all(texts.map(async (text) => (await live(server, text)).length));

    it("is refused at once without a channel, or with a channel's name instead of its id", async () => {
      const { crier, channel } = world();
      const create = (settings?: object): Promise<unknown> =>
        crier.call('POST', '/posts', {
          body: {
            type: 'now',
            date: new Date().toISOString(),
            posts: [
              {
                integration: { id: channel },
                value: [{ content: 'Where to?' }],
                ...(settings ? { settings } : {}),
              },
            ],
          },
        });
      expect(await create()).toMatchObject({
        status: 400,
        body: { issues: [{ path: expect.stringContaining('settings') }] },
      });
      expect(await create({ __type: 'discord', channel: 'news' })).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'posts.0.settings.channel' }] },
      });
    });

    it('arrives as Markdown, with its mentions, and is refused at once when that is too long', async () => {
      const { crier, client, channel } = world();
      const mark = unique('marked');
      const id = await post(
        server.news,
        `<h1>Hello</h1><p><strong>${mark}</strong> for &lt;@123&gt;, see <a href="https://a.example/">this</a></p>`,
      );
      await client.reaches(id, 'published');
      expect(
        await live(server, `# Hello\n\n**${mark}** for <@123>, see [this](https://a.example/)`),
      ).toHaveLength(1);
      const body = {
        type: 'now',
        date: new Date().toISOString(),
        posts: [
          {
            integration: { id: channel },
            value: [{ content: `<strong>${'a'.repeat(1997)}</strong>` }],
            settings: { __type: 'discord', channel: server.news },
          },
        ],
      };
      expect(await crier.call('POST', '/posts', { body })).toMatchObject({
        status: 400,
        body: { code: 'invalid_content', issues: [{ message: expect.stringContaining('2001 characters') }] },
      });
    });

    it('becomes a forum post, with its further parts under it', async () => {
      const texts = ['A title', 'More', 'The end'].map(unique);
      const id = await post(place('stories', 'forum'), ...texts);
      const page = await world().client.reaches(id, 'published');
      expect(await count(texts)).toEqual([1, 1, 1]);
      expect(page.releaseURL).toBe(
        `https://discord.com/channels/${server.guild}/${page.releaseId}/${page.releaseId}`,
      );
      expect(server.server.channels().find((channel) => channel.id === page.releaseId)?.name).toBe(texts[0]);
    });

    it('waits as long as Discord asks, and is then published', async () => {
      const text = unique('In a moment');
      const busy = place('busy');
      server.front.arm(
        {
          kind: 'status',
          status: 429,
          headers: { 'retry-after': '3', 'x-ratelimit-scope': 'user' },
          body: JSON.stringify({ message: 'You are being rate limited.', retry_after: 2.5, global: false }),
        },
        into(busy),
      );
      const page = await isPublished(await post(busy, text));
      expect(events(page)).toContain('rate_limited');
      expect(await count([text])).toEqual([1]);
    }, 180_000);

    it("fails with Discord's message, and is published by a retry once the cause is gone", async () => {
      const text = unique('Not here');
      const channel = place('closed');
      server.server.permit(channel, { SEND_MESSAGES: false });
      const id = await post(channel, text);
      expect(await world().client.reaches(id, 'failed')).toMatchObject({
        error: { code: 'rejected', message: expect.stringContaining('Missing Permissions') },
      });
      server.server.permit(channel, { SEND_MESSAGES: true });
      expect(await world().crier.call('POST', `/posts/${id}/retry`)).toMatchObject({ status: 201 });
      await world().client.reaches(id, 'published');
      expect(await count([text])).toEqual([1]);
    }, 120_000);

    it('stops in the middle of a thread when the token is replaced, and continues when the server is reconnected', async () => {
      const texts = ['Before', 'After', 'At last'].map(unique);
      let token = server.bot.token;
      const channel = place('long');
      // The token is replaced between the first part and the thread that the second part opens.
      server.front.arm({ kind: 'slow', delayMs: 0 }, ({ path }) => {
        if (!path.endsWith('/threads') || token !== server.bot.token) return false;
        token = server.server.resetToken(server.bot.id);
        return true;
      });
      const id = await post(channel, ...texts);
      await flagged();
      expect(await count(texts)).toEqual([1, 0, 0]);
      expect(await world().crier.connect('discord', { guild: server.guild, token })).toMatchObject({
        id: world().channel,
        reconnected: true,
      });
      await world().client.reaches(id, 'published');
      expect(await count(texts)).toEqual([1, 1, 1]);
    }, 120_000);

    it('is held when the bot was removed from the server', async () => {
      const text = unique('Nobody home');
      server.server.kick(server.guild, server.bot.id);
      const id = await post(server.news, text);
      await flagged();
      const page = await world().client.page(id);
      expect(page.timeline.map((line) => line.text).join(' ')).toContain(
        'The bot is no longer in the server',
      );
      expect(await count([text])).toEqual([0]);
    }, 120_000);
  });
}
