/**
 * Takes the README's screenshots: `node src/test/take-screenshots.ts`. A real instance publishes to the
 * sandbox, and a real browser shows it. Needs Chromium.
 */
import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { openBrowser } from './browser.ts';
import { clientOf, inSeconds } from './e2e/client.ts';
import { startInstance, type TestInstance } from './instance.ts';
import { addPerson } from './person.ts';
import { chromium } from './servers/chromium.ts';
import { startSharedServers } from './shared-servers.ts';

const FOLDER = 'docs/images';
const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function publish(crier: TestInstance): Promise<string> {
  const { id } = await crier.connect('sandbox', { name: 'Cafe Nord' });
  const client = clientOf(crier);
  const parts = [{ content: 'Spring menu from Monday: asparagus and rhubarb cake' }];
  const [postId = ''] = await client.create({ channels: [id], parts, date: inSeconds(10) });
  await client.reaches(postId, 'published');
  return postId;
}

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `${FOLDER}/${name}.png`, fullPage: true });
  say(`  ${FOLDER}/${name}.png`);
}

async function takeAll(crier: TestInstance): Promise<void> {
  const browser = await openBrowser();
  try {
    await crier.startWorker();
    const postId = await publish(crier);
    const { page } = await browser.pageOf(crier, { person: await addPerson(crier), width: 1000 });
    await page.goto(`/posts/${postId}`, { waitUntil: 'networkidle' });
    await take(page, 'post');
  } finally {
    await browser.close();
  }
}

await chromium.ensure(say);
mkdirSync(FOLDER, { recursive: true });
const servers = await startSharedServers(say);
try {
  const crier = await startInstance({ servers });
  await takeAll(crier).finally(() => crier.stop());
} finally {
  await servers.stop();
}
process.exit(0);
