/**
 * Takes a picture of every page, light and dark, on a screen and on a phone: `npm run screenshots`, with a
 * folder (default: .screenshots) and parts of names, if not all are wanted. `npm run screenshots --
 * docs/images` takes those of the README, `npm run screenshots -- docs/networks` what networks show of posts
 * (network-pictures/). Needs Chromium.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { openBrowser, type TestBrowser } from './browser.ts';
import { addExampleData, type ExampleData } from './example-data.ts';
import { addExampleMonth } from './example-month.ts';
import { startInstance, type TestInstance } from './instance.ts';
import { addPerson, type TestPerson } from './person.ts';
import { statesIn, type State } from './screenshot-states.ts';
import { strings } from '../web/strings/index.ts';
import { mediaTags } from '../web/strings/media-tags.ts';
import { chromium } from './servers/chromium.ts';
import { startSharedServers } from './shared-servers.ts';

const [folder = '.screenshots', ...parts] = process.argv.slice(2);
const isForReadme = folder === 'docs/images';
const wanted = isForReadme ? ['compose-previews', 'calendar-month', 'numbers', 'post-published'] : parts;
const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Taking {
  readonly crier: TestInstance;
  readonly browser: TestBrowser;
  readonly person: TestPerson;
  readonly data: ExampleData;
}

/** Names of the pictures, and paths. */
const signedIn = ({ published, failed, scheduled }: ExampleData): Readonly<Record<string, string>> => ({
  home: '/',
  calendar: '/calendar',
  queue: '/queue',
  drafts: '/drafts',
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

const isWanted = ([name]: [string, unknown]): boolean =>
  isForReadme ? wanted.includes(name) : wanted.length === 0 || wanted.some((part) => name.includes(part));

async function takeAll({ crier, browser, person, data }: Taking): Promise<void> {
  for (const view of VIEWS) {
    for (const [who, pages] of [
      [{ person }, signedIn(data)],
      [{}, SIGNED_OUT],
    ] as const) {
      const { page } = await browser.pageOf(crier, { ...who, ...view });
      for (const [name, path] of Object.entries(pages).filter(isWanted)) {
        await page.goto(path);
        await take(page, name, view);
      }
      await page.context().close();
    }
    for (const [name, state] of Object.entries(statesIn(strings, mediaTags)).filter(isWanted)) {
      await takeState({ crier, browser, person }, [name, state], view);
    }
    say(`${view.width} ${view.colorScheme}`);
  }
}

/** In a window of its own: a state may be offline, or have answers of its own. */
async function takeState(
  { crier, browser, person }: Omit<Taking, 'data'>,
  [name, { path, installed = false, act }]: readonly [string, State],
  view: (typeof VIEWS)[number],
): Promise<void> {
  const { page } = await browser.pageOf(crier, { person, ...view, serviceWorker: installed });
  await page.goto(path);
  if (installed) {
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await page.reload();
  }
  // One that cannot be reached must not keep the others from being seen.
  await act(page).catch((error: Error) => say(`${name} ${view.width}: ${error.message}`));
  await take(page, name, view);
  await page.context().close();
}

async function take(page: Page, name: string, { width, colorScheme }: (typeof VIEWS)[number]): Promise<void> {
  await page.locator('h1, [role=alert]').first().waitFor();
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
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
    const data = await addExampleData(crier);
    const person = await addPerson(crier, { name: 'Ada Lovelace', operator: true });
    await addExampleMonth(crier, person, data);
    await takeAll({ crier, browser, person, data });
  } finally {
    await browser.close();
    await crier.stop();
  }
} finally {
  await servers.stop();
}
say(`The pictures are in ${folder}`);
process.exit(0);
