/** WordPress: the page of a post, with the theme that WordPress brings. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { debianRelease, openDebian } from '../servers/debian.ts';
import { cacheFolder, run } from '../servers/server.ts';
import { wordpress as server } from '../servers/wordpress.ts';
import type { Network } from './pictured.ts';

const THEME = 'twentytwentyfive';

/** Debian has the themes in packages of their own. */
async function themeFolder(): Promise<string> {
  const folder = cacheFolder(`wordpress-theme-${THEME}`);
  const theme = join(folder, 'usr/share/wordpress/wp-content/themes', THEME);
  if (existsSync(theme)) return theme;
  await mkdir(folder, { recursive: true });
  const debian = await openDebian(join(folder, 'apt'), { release: debianRelease(), suite: 'trixie' });
  for (const file of (await debian.download([`wordpress-theme-${THEME}/trixie`])).values()) {
    await run('dpkg-deb', ['-x', file, folder]);
  }
  return theme;
}

/** Puts the theme where the site looks for it, and chooses it. */
const plugin = (theme: string): string => `
  $place = WP_CONTENT_DIR . '/themes/${THEME}';
  if (!file_exists($place)) symlink('${theme}', $place);
  foreach (['template', 'stylesheet'] as $of) add_filter($of, fn() => '${THEME}');`;

export const wordpress: Network = {
  provider: 'wordpress',
  async start({ say }) {
    await server.ensure(say);
    const site = await server.start({ plugin: plugin(await themeFolder()) });
    const { username, password } = site.users.author;
    return {
      what: `WordPress 6.8.7 with the theme Twenty Twenty-Five`,
      fields: { domain: site.url, username, password },
      settings: { title: 'News of the day', type: 'post' },
      shots: [
        { name: 'pictures', kind: 'pictures', caption: 'A post with two pictures' },
        { name: 'alt', kind: 'pictures', caption: 'Its alt texts, where pictures do not load', blind: true },
        { name: 'video', kind: 'video', caption: 'A post with a video' },
      ],
      async open(page, { releaseURL }) {
        await page.goto(releaseURL ?? '');
        return 'main';
      },
      stop: () => site.stop(),
    };
  },
};
