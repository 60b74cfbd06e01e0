/**
 * `first-paint`: how soon a page shows its outline, and can be used, on a connection of 50 kB/s, in Chromium
 * with an empty cache.
 */
import { openFastBrowser, type TestBrowser } from '../../src/test/browser.ts';
import { sql } from '../../src/test/factories.ts';
import { startInstance, type TestInstance } from '../../src/test/instance.ts';
import { addPerson, type TestPerson } from '../../src/test/person.ts';
import { chromium } from '../../src/test/servers/chromium.ts';
import { startSharedServers } from '../../src/test/shared-servers.ts';
import { onEnd } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { table, type Result } from '../report.ts';

const GOAL_MS = 1000;
const BYTES_PER_SECOND = 50_000;
const LATENCY_MS = 40;
/** A bookmark of each kind: what a visitor opens, and what a signed-in person opens. */
const ADDRESSES = [
  { path: '/sign-in', signedIn: false },
  { path: '/', signedIn: true },
  { path: '/calendar', signedIn: true },
  { path: '/compose', signedIn: true },
];
const WIDTHS = [1280, 390];

/** One page, opened once. Milliseconds since the navigation began. */
interface Painted {
  readonly what: string;
  readonly outline: number;
  readonly ready: number;
  /** What came over the connection until then. */
  readonly bytes: number;
}

export const firstPaint: Measure = {
  name: 'first-paint',
  title: `from an address to the outline of its page, and to the page, in Chromium with an empty cache, at ${BYTES_PER_SECOND / 1000} kB/s and ${LATENCY_MS} ms`,
  full: { posts: 1, rounds: 5 },
  short: { posts: 1, rounds: 1 },
  run,
};

async function run(size: Size): Promise<Result> {
  await chromium.ensure(size.say);
  const servers = await startSharedServers(size.say);
  const crier = await startInstance({ servers, temporal: false });
  const browser = await openFastBrowser();
  const end = onEnd(async () => {
    await browser.close();
    await crier.stop();
    await servers.stop();
  });
  try {
    await sql(crier, "insert into instance_state (key, value) values ('set_up', 'true')");
    const person = await addPerson(crier);
    // The server builds and compresses the app for its first visitor.
    const { page } = await browser.pageOf(crier);
    await page.goto('/sign-in');
    await page.locator('h1').first().waitFor();
    await page.context().close();
    const painted: Painted[] = [];
    for (let round = 0; round < size.rounds; round++) {
      for (const one of ADDRESSES) {
        for (const width of WIDTHS) painted.push(await open({ crier, browser, person }, { ...one, width }));
      }
    }
    return resultOf(painted);
  } finally {
    await end();
  }
}

interface Lab {
  readonly crier: TestInstance;
  readonly browser: TestBrowser;
  readonly person: TestPerson;
}

async function open(
  { crier, browser, person }: Lab,
  { path, signedIn, width }: (typeof ADDRESSES)[number] & { readonly width: number },
): Promise<Painted> {
  const { page } = await browser.pageOf(crier, { width, ...(signedIn && { person }) });
  try {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    });
    let bytes = 0;
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto(path, { waitUntil: 'commit' });
    await page.locator('h1').first().waitFor({ timeout: 120_000 });
    const ready = await page.evaluate<number>('performance.now()');
    const outline = await page.evaluate<number>(
      "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity",
    );
    return { what: `${path}, ${width} px`, outline, ready, bytes };
  } finally {
    await page.context().close();
  }
}

/** Of each page, the slowest round. */
function resultOf(painted: readonly Painted[]): Result {
  const most = (loads: readonly Painted[], value: 'outline' | 'ready' | 'bytes'): number =>
    Math.max(...loads.map((one) => one[value]));
  const slowest = most(painted, 'outline');
  const pages = [...Map.groupBy(painted, ({ what }) => what)];
  return {
    findings: [
      {
        what: 'from an address to the outline of its page, the slowest of all',
        goal: `≤ ${GOAL_MS} ms`,
        measured: `${Math.round(slowest)} ms`,
        met: slowest <= GOAL_MS,
      },
    ],
    details: [
      table(
        ['Page', 'outline, ms', 'page, s', 'kB'],
        pages.map(([what, loads]) => [
          what,
          Math.round(most(loads, 'outline')),
          (most(loads, 'ready') / 1000).toFixed(1),
          Math.round(most(loads, 'bytes') / 1000),
        ]),
      ),
      'Of each page the slowest round. Page: its heading is there, so that the app has taken the outline’s place.',
    ],
  };
}
