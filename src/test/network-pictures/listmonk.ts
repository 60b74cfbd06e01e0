/** listmonk: the preview of a campaign, which is what subscribers get. */
import { listmonk as server } from '../servers/listmonk.ts';
import { startSmtp } from '../servers/smtp.ts';
import type { Network } from './pictured.ts';

export const listmonk: Network = {
  provider: 'listmonk',
  async start({ say }) {
    await server.ensure(say);
    const inbox = await startSmtp();
    const running = await server.start({ smtpPort: inbox.port });
    const list = await running.createList('News', ['ada@example.test']);
    const { username, password } = running.user;
    return {
      what: 'listmonk 1.1.0, in its preview of the campaign',
      fields: { url: running.url, ...running.user },
      settings: { subject: 'News of the day', preview: 'What grows now', list: String(list) },
      shots: [
        { name: 'pictures', kind: 'pictures', caption: 'A mail with two pictures' },
        { name: 'alt', kind: 'pictures', caption: 'Its alt texts, where pictures do not load', blind: true },
      ],
      async open(page, { releaseURL }) {
        const url = new URL(releaseURL ?? '');
        Object.assign(url, { username, password });
        await page.goto(url.href);
        return 'body';
      },
      async stop() {
        await running.stop();
        await inbox.stop();
      },
    };
  },
};
