/**
 * Takes a picture of every page, light and dark, on a screen and on a phone: `npm run screenshots`, with a
 * folder (default: .screenshots) and parts of names, if not all are wanted. `npm run screenshots --
 * docs/images` takes those of the README, `npm run screenshots -- docs/networks` what networks show of posts
 * (network-pictures/). Needs Chromium.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openBrowser, type TestBrowser } from './browser.ts';
import { addExampleData, type ExampleData } from './example-data.ts';
import { startInstance, type TestInstance } from './instance.ts';
import { addPerson } from './person.ts';
import { chromium } from './servers/chromium.ts';
import { startSharedServers } from './shared-servers.ts';

const [folder = '.screenshots', ...parts] = process.argv.slice(2);
const isForReadme = folder === 'docs/images';
const wanted = isForReadme ? ['home', 'calendar', 'channels'] : parts;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Names of the pictures, and paths. */
const signedIn = ({ published, failed, scheduled }: ExampleData): Readonly<Record<string, string>> => ({
  home: '/',
  calendar: '/calendar',
  queue: '/queue',
  compose: '/compose',
  'post-published': `/posts/${published}`,
  'post-failed': `/posts/${failed}`,
  'post-scheduled': `/posts/${scheduled}`,
  channels: '/channels',
  media: '/media',
  numbers: '/numbers',
  notifications: '/notifications',
  instance: '/instance',
  profile: '/settings/profile',
  'notification-choices': '/settings/notifications',
  organization: '/settings/organization',
  'short-links': '/settings/short-links',
  members: '/settings/members',
  'api-keys': '/settings/api-keys',
  apps: '/settings/apps',
  'approved-apps': '/settings/approved-apps',
  'audit-log': '/settings/history',
});
const SIGNED_OUT: Readonly<Record<string, string>> = {
  'sign-in': '/sign-in',
  'sign-up': '/sign-up',
  forgot: '/forgot',
  'not-found': '/nowhere',
};
const VIEWS = (isForReadme ? [1280] : [1280, 390]).flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

async function takeAll(crier: TestInstance, browser: TestBrowser, data: ExampleData): Promise<void> {
  const person = await addPerson(crier, { name: 'Ada Lovelace', operator: true });
  const isWanted = ([name]: [string, string]): boolean =>
    wanted.length === 0 || wanted.some((part) => name.includes(part));
  for (const view of VIEWS) {
    for (const [who, pages] of [
      [{ person }, signedIn(data)],
      [{}, SIGNED_OUT],
    ] as const) {
      const { page } = await browser.pageOf(crier, { ...who, ...view });
      for (const [name, path] of Object.entries(pages).filter(isWanted)) {
        await page.goto(path);
        await page.locator('h1, [role=alert]').first().waitFor();
        await page.waitForTimeout(400);
        await page.screenshot({ path: join(folder, `${name}-${view.width}-${view.colorScheme}.png`) });
      }
      await page.context().close();
    }
    say(`${view.width} ${view.colorScheme}`);
  }
}

if (folder === 'docs/networks') {
  const { takeNetworkPictures } = await import('./network-pictures/run.ts');
  await takeNetworkPictures(folder, parts, say);
  process.exit(0);
}
await chromium.ensure(say);
mkdirSync(folder, { recursive: true });
const servers = await startSharedServers(say);
try {
  const crier = await startInstance({ servers, temporal: false });
  const browser = await openBrowser();
  try {
    await takeAll(crier, browser, await addExampleData(crier));
  } finally {
    await browser.close();
    await crier.stop();
  }
} finally {
  await servers.stop();
}
say(`The pictures are in ${folder}`);
process.exit(0);
