/**
 * Pictures of what networks show: `npm run screenshots -- docs/networks` starts their real servers, publishes
 * a link card, pictures with alt texts and a video through an instance with a worker, and takes a picture of
 * each where people see it. Parts of names choose networks. Those whose server is not to be had here keep
 * theirs.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { startMediaHost } from '../../uploads/fixtures/media-host.ts';
import { clientOf, type Client, type PostPage } from '../e2e/client.ts';
import { startInstance, type TestInstance } from '../instance.ts';
import { chromium } from '../servers/chromium.ts';
import { Unavailable } from '../servers/server.ts';
import { startSharedServers, type SharedServers } from '../shared-servers.ts';
import { bluesky } from './bluesky.ts';
import { gotosocial } from './gotosocial.ts';
import { readPictures, type NetworkPicture } from './list.ts';
import { listmonk } from './listmonk.ts';
import { drawings, linkedPage, video, type Material } from './material.ts';
import { installModules } from './modules.ts';
import { nostr } from './nostr.ts';
import type { Kind, Network, Pictured, Shot, Tools } from './pictured.ts';
import { wordpress } from './wordpress.ts';

const NETWORKS: readonly Network[] = [bluesky, nostr, wordpress, listmonk, gotosocial];

/** Files of posts have a URL as on an instance that people use; the browser finds it here. */
const PUBLIC = 'https://crier.example';

const VIEW = { width: 760, height: 900 };

interface Content {
  readonly page: string;
  readonly texts: Readonly<Record<Kind, string>>;
  readonly files: Readonly<Record<Kind, readonly Material[]>>;
}

export async function takeNetworkPictures(
  folder: string,
  parts: readonly string[],
  say: (line: string) => void,
): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await chromium.ensure(say);
  const servers = await startSharedServers(say);
  process.env.CRIER_TEST_DATABASE_URL = servers.databaseUrl;
  try {
    const wanted = NETWORKS.filter(
      ({ provider }) => !parts.length || parts.some((p) => provider.includes(p)),
    );
    const taken = await takeAll({ servers, folder, say }, wanted);
    const list = join(folder, 'pictures.json');
    const networks = new Set(taken.map((one) => one.network));
    const all = [...readPictures().filter((one) => !networks.has(one.network)), ...taken];
    writeFileSync(
      list,
      `${JSON.stringify(
        all.toSorted((a, b) => a.network.localeCompare(b.network)),
        null,
        2,
      )}\n`,
    );
  } finally {
    await servers.stop();
  }
}

interface Place {
  readonly servers: SharedServers;
  readonly folder: string;
  say(line: string): void;
}

async function takeAll(
  { servers, folder, say }: Place,
  wanted: readonly Network[],
): Promise<NetworkPicture[]> {
  const [browser, viewers, modules] = [
    await chromium.start(),
    await startMediaHost(),
    await installModules(say),
  ];
  const [morning, evening] = await drawings();
  const linked = await linkedPage(evening);
  const content: Content = {
    page: linked.url,
    texts: {
      card: `Our spring menu is here: ${linked.url}`,
      pictures: 'Two views from the terrace: this morning, and last night.',
      video: 'A short look at the hills.',
    },
    files: { card: [], pictures: [morning, evening], video: [await video(morning)] },
  };
  const crier = await startInstance({ servers, env: { FRONTEND_URL: PUBLIC } });
  try {
    await crier.startWorker();
    const tools: Tools = { browser, viewers, modules, say };
    const taken: NetworkPicture[] = [];
    for (const network of wanted) {
      const running = await network.start(tools).catch((error: unknown) => {
        if (!(error instanceof Unavailable)) throw error;
        say(`${network.provider}: left out: ${error.message}`);
        return null;
      });
      if (!running) continue;
      try {
        const page = await browser.newPage({ viewport: VIEW, locale: 'en-GB' });
        await page.route(`${PUBLIC}/**`, async (route) => {
          const here = route.request().url().replace(PUBLIC, crier.url);
          await route.fulfill({ response: await route.fetch({ url: here }) });
        });
        taken.push(...(await takeOf({ crier, network, running, content, page, folder })));
        await page.context().close();
      } finally {
        await running.stop();
      }
      say(network.provider);
    }
    return taken;
  } finally {
    await crier.stop();
    await Promise.all([browser.close(), viewers.stop(), linked.host.stop()]);
  }
}

interface Taking {
  readonly crier: TestInstance;
  readonly network: Network;
  readonly running: Pictured;
  readonly content: Content;
  readonly page: Page;
  readonly folder: string;
}

async function takeOf(taking: Taking): Promise<NetworkPicture[]> {
  const { crier, network, running, page, folder } = taking;
  const channel = await crier.connect(network.provider, running.fields);
  const posts = new Map<Kind, PostPage>();
  const taken: NetworkPicture[] = [];
  for (const shot of running.shots) {
    const post = posts.get(shot.kind) ?? (await publish(taking, channel.id, shot.kind));
    posts.set(shot.kind, post);
    const file = `${network.provider}-${shot.name}.webp`;
    await take(page, { running, shot, post, path: join(folder, file) });
    const { caption } = shot;
    const at = new Date().toISOString().slice(0, 10);
    taken.push({ network: network.provider, file, caption, what: running.what, at });
  }
  return taken;
}

async function publish(
  { crier, network, running, content }: Taking,
  channel: string,
  kind: Kind,
): Promise<PostPage> {
  const settings = {
    __type: network.provider,
    ...running.settings,
    ...running.settingsOf?.(kind, content.page),
  };
  const client: Client = clientOf(crier, crier.url, settings);
  const image = await Promise.all(
    content.files[kind].map(async (file) => ({ ...(await client.upload(file)), alt: file.alt })),
  );
  const [id = ''] = await client.create({
    channels: [channel],
    parts: [{ content: content.texts[kind], image }],
  });
  return client.reaches(id, 'published');
}

async function take(
  page: Page,
  { running, shot, post, path }: { running: Pictured; shot: Shot; post: PostPage; path: string },
): Promise<void> {
  const isMedia = /\.(?:jpe?g|png|webp|mp4)|\/img\//;
  if (shot.blind) await page.route(isMedia, (route) => route.abort());
  const seen = page.locator(await running.open(page, post, shot)).first();
  await page.waitForLoadState('networkidle');
  await page.evaluate('document.fonts.ready');
  await page.waitForTimeout(1500);
  // What a page has below its post is not of interest.
  const box = await seen.boundingBox();
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
  await page.setViewportSize({ width: 760, height: Math.ceil(y + height) });
  const picture = await page.screenshot({ clip: { x, y, width, height: Math.min(height, 1100) } });
  await page.setViewportSize(VIEW);
  await sharp(picture).webp({ quality: 82 }).toFile(path);
  await page.unroute(isMedia);
}
