import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../instance.ts';
import { testNetwork, type House } from '../network-suite.ts';
import { startTelegramNetwork } from '../network-telegram.ts';
import { live, picture, unique } from '../scenarios.ts';

export function toTelegram(house: House): void {
  describe('a post to Telegram', () => {
    const world = testNetwork(
      house,
      // The public channel is not subject to the limit for groups; a group in these tests is busy after two
      // messages.
      house.early(() => startTelegramNetwork({ limits: { groupMessages: 2, groupWindowMs: 5000 } })),
    );

    const flagged = async (channel: string): Promise<boolean> => {
      const { body } = await world().crier.call<{ id: string; refreshNeeded: boolean }[]>(
        'GET',
        '/integrations',
      );
      return body.some((known) => known.id === channel && known.refreshNeeded);
    };

    it('keeps bold, underline and links, and escapes markup characters', async () => {
      const { client, channel, network } = world();
      const message = unique('Fish & chips <b>');
      const content = `<p><strong>Bold</strong> and <u>under</u></p><p><a href="https://x.example/?a=1&amp;b=2">a link</a> ${message.replace('&', '&amp;').replace('<b>', '&lt;b&gt;')}</p>`;
      const [id = ''] = await client.create({ channels: [channel], parts: [{ content }] });
      const page = await client.reaches(id, 'published');
      expect(page.releaseURL).toBe(`https://t.me/ada_writes/${page.releaseId}`);
      expect(network.server.messages().find((m) => String(m.id) === page.releaseId)).toMatchObject({
        text: `Bold and under\na link ${message}`,
        entities: [
          { type: 'bold', offset: 0 },
          { type: 'underline', offset: 9 },
          { type: 'text_link', offset: 15, url: 'https://x.example/?a=1&b=2' },
        ],
      });
    });

    it('with several pictures is one album, and is refused at once when its caption is too long', async () => {
      const { crier, client, channel, network } = world();
      const image = (await Promise.all([picture(client, 'one'), picture(client, 'two')])).flatMap(
        (p) => p.image,
      );
      const text = unique('Album');
      const [id = ''] = await client.create({ channels: [channel], parts: [{ content: text, image }] });
      const { releaseId } = await client.reaches(id, 'published');
      expect(await live(network, text)).toEqual([
        expect.objectContaining({ id: releaseId, media: [expect.anything(), expect.anything()] }),
      ]);
      const body = {
        type: 'now',
        date: new Date().toISOString(),
        posts: [{ integration: { id: channel }, value: [{ content: 'a'.repeat(1025), image }] }],
      };
      expect(await crier.call('POST', '/posts', { body })).toMatchObject({
        status: 400,
        body: { code: 'invalid_content', issues: [{ message: expect.stringContaining('1024') }] },
      });
    });

    it('waits while Telegram asks it to, and is then published', async () => {
      const { crier, client, network } = world();
      const chat = network.server.createChat({ type: 'group', title: 'Busy' }, [
        { bot: network.bot, member: { status: 'member' } },
      ]);
      const { id: channel } = await crier.connect('telegram', {
        token: network.bot.token,
        chat: String(chat.id),
      });
      const texts = ['One', 'Two', 'Three'].map(unique);
      const [id = ''] = await client.create({
        channels: [channel],
        parts: texts.map((content) => ({ content })),
      });
      const page = await client.reaches(id, 'published');
      expect(page.timeline.map((line) => line.event)).toContain('rate_limited');
      for (const text of texts) expect(await live(network, text)).toHaveLength(1);
    });

    it('follows a group that became a supergroup, and remembers its new id', async () => {
      const { crier, client, network } = world();
      const group = network.server.createChat({ type: 'group', title: 'Club' }, [
        { bot: network.bot, member: { status: 'member' } },
      ]);
      const { id: channel } = await crier.connect('telegram', {
        token: network.bot.token,
        chat: String(group.id),
      });
      const grown = network.server.upgrade(group);
      const texts = [unique('After the upgrade'), unique('And again')];
      for (const content of texts) {
        const [id = ''] = await client.create({ channels: [channel], parts: [{ content }] });
        const page = await client.reaches(id, 'published');
        expect(page.timeline.some((line) => line.event === 'will_retry')).toBe(content === texts[0]);
      }
      expect(
        network.server
          .messages()
          .filter((m) => m.chatId === grown.id)
          .map((m) => m.text),
      ).toEqual(texts);
    });

    it('waits when the bot was removed from the chat, and is published when it is back and reconnected; other chats continue', async () => {
      const { crier, client, channel, network } = world();
      const chat = network.server.createChat({ title: 'Second' }, [{ bot: network.bot }]);
      const fields = { token: network.bot.token, chat: String(chat.id) };
      const { id: second } = await crier.connect('telegram', fields);
      network.server.admit(chat, network.bot, { status: 'kicked' });
      const text = unique('Out and in');
      const [other = '', id = ''] = await client.create({
        channels: [channel, second],
        parts: [{ content: text }],
      });
      await client.reaches(other, 'published');
      await eventually('the channel is flagged', () => flagged(second));
      expect(await live(network, text)).toHaveLength(1);
      network.server.admit(chat, network.bot, {});
      expect(await crier.connect('telegram', fields)).toMatchObject({ id: second, reconnected: true });
      const page = await client.reaches(id, 'published');
      expect(page.timeline.map((line) => line.text).join(' ')).toContain(
        'bot was kicked from the channel chat',
      );
      expect(await live(network, text)).toHaveLength(2);
      expect(await flagged(channel)).toBe(false);
    });

    it('stops in the middle of a thread when the token is revoked, and continues with a valid one', async () => {
      const { crier, client, network } = world();
      const chat = network.server.createChat({ type: 'group', title: 'Thread' }, []);
      const bot = network.server.createBot('thread_bot');
      network.server.admit(chat, bot, {});
      const fields = { token: bot.token, chat: String(chat.id) };
      const { id: channel } = await crier.connect('telegram', fields);
      const texts = ['Before', 'After'].map(unique);
      let sent = 0;
      network.front.arm(
        { kind: 'status', status: 401, body: '{"ok":false,"error_code":401,"description":"Unauthorized"}' },
        ({ path }) => {
          if (!path.startsWith(`/bot${bot.token}/`)) return false;
          if (path.endsWith('/sendMessage')) sent++;
          return sent > 1;
        },
        1000,
      );
      const [id = ''] = await client.create({
        channels: [channel],
        parts: texts.map((content) => ({ content })),
      });
      await eventually('the channel is flagged', () => flagged(channel));
      expect(await Promise.all(texts.map(async (text) => (await live(network, text)).length))).toEqual([
        1, 0,
      ]);
      network.front.disarm();
      expect(await crier.connect('telegram', fields)).toMatchObject({ id: channel, reconnected: true });
      await client.reaches(id, 'published');
      const [first, second] = await Promise.all(texts.map(async (text) => (await live(network, text))[0]));
      expect(second?.parentId).toBe(first?.id);
    });

    it.each(['reset_after', 'reset_before', 'garbage_after'] as const)(
      'with an unknown outcome (%s) is left to a person, and never sent again',
      async (kind) => {
        const { client, channel, network } = world();
        const text = unique('Is it out?');
        network.front.arm({ kind }, ({ path }) => path.endsWith('/sendMessage'));
        const [id = ''] = await client.create({ channels: [channel], parts: [{ content: text }] });
        expect(await client.reaches(id, 'unconfirmed')).toMatchObject({
          error: { code: 'outcome_unknown', message: expect.stringContaining('Look at the account') },
        });
        expect(await live(network, text)).toHaveLength(kind === 'reset_before' ? 0 : 1);
      },
    );

    it('leaves no token in any log, event, attempt or page', async () => {
      const { crier, network } = world();
      const secret = network.bot.token.split(':')[1] as string;
      const rows = await crier.context.database
        .fork()
        .getConnection()
        .execute(
          "select detail::text from post_event union all select evidence::text from publish_attempt union all select coalesce(error, '') from post",
        );
      expect(rows.length).toBeGreaterThan(20);
      expect(JSON.stringify(rows)).not.toContain(secret);
      expect(crier.logs()).not.toContain(secret);
      expect((await crier.call('GET', '/integrations')).text).not.toContain(secret);
    });
  });
}
