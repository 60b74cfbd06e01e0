/** The Fediverse: GoToSocial, which speaks Mastodon's API, with its own page of a post. */
import { SCOPES } from '../../../providers/mastodon/schema.ts';
import { gotosocial as server } from '../servers/gotosocial.ts';
import type { Network } from './pictured.ts';

export const gotosocial: Network = {
  provider: 'mastodon',
  async start({ browser, say }) {
    await server.ensure(say);
    const running = await server.start();
    try {
      const token = await running.approve(browser, SCOPES);
      return {
        what: `GoToSocial ${running.version}, on its own page`,
        fields: { instance: running.url, token },
        shots: [
          { name: 'pictures', kind: 'pictures', caption: 'A post with two pictures' },
          {
            name: 'alt',
            kind: 'pictures',
            caption: 'Its alt texts, where pictures do not load',
            blind: true,
          },
          { name: 'video', kind: 'video', caption: 'A post with a video' },
        ],
        async open(page, { releaseURL }) {
          await page.goto(releaseURL ?? '');
          return '.thread article, article.status';
        },
        stop: () => running.stop(),
      };
    } catch (error) {
      await running.stop();
      throw error;
    }
  },
};
