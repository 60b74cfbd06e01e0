/**
 * `stopwatch`: how long a person needs from page open to a published and to a scheduled post, in Chromium.
 */
import type { Page } from 'playwright-core';
import { openFastBrowser } from '../../src/test/browser.ts';
import { startInstance } from '../../src/test/instance.ts';
import { chromium } from '../../src/test/servers/chromium.ts';
import { startSharedServers } from '../../src/test/shared-servers.ts';
import { onEnd } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { table, type Finding, type Result } from '../report.ts';

type Locator = ReturnType<Page['locator']>;

/** What a practised person needs for a key, and to point at something and click it (Card, Moran, Newell). */
const KEY_MS = 200;
const CLICK_MS = 1300;
const GOAL_MS = 60_000;
const PASSWORD = 'a long sentence of mine';

interface Step {
  readonly walk: string;
  readonly name: string;
  readonly machineMs: number;
  readonly keys: number;
  readonly clicks: number;
}

export const stopwatch: Measure = {
  name: 'stopwatch',
  title: 'from page open to a published post on a new instance, and to a scheduled one, in Chromium',
  full: { posts: 1, rounds: 3 },
  short: { posts: 1, rounds: 1 },
  run,
};

async function run(size: Size): Promise<Result> {
  await chromium.ensure(size.say);
  const servers = await startSharedServers(size.say);
  const end = onEnd(() => servers.stop());
  try {
    const rounds: Step[][] = [];
    for (let round = 0; round < size.rounds; round++) {
      rounds.push(await walks(await startInstance({ servers })));
    }
    return resultOf(rounds);
  } finally {
    await end();
  }
}

async function walks(crier: Awaited<ReturnType<typeof startInstance>>): Promise<Step[]> {
  await crier.connect('sandbox', { name: 'Sandbox' });
  await crier.startWorker();
  const browser = await openFastBrowser();
  try {
    const { page } = await browser.pageOf(crier);
    return [...(await firstRun(page)), ...(await morning(page))];
  } finally {
    await browser.close();
    await crier.stop();
  }
}

/** Counts what a hand does, and measures how long the page takes to follow. */
class Stopwatch {
  readonly steps: Step[] = [];
  readonly #walk: string;
  #keys = 0;
  #clicks = 0;

  constructor(walk: string) {
    this.#walk = walk;
  }

  async step(name: string, act: () => Promise<unknown>): Promise<void> {
    const [began, keys, clicks] = [performance.now(), this.#keys, this.#clicks];
    await act();
    this.steps.push({
      walk: this.#walk,
      name,
      machineMs: performance.now() - began,
      keys: this.#keys - keys,
      clicks: this.#clicks - clicks,
    });
  }

  async click(what: Locator): Promise<void> {
    this.#clicks++;
    await what.click();
  }

  /** Clicks the field, as a person with a mouse does. */
  async type(field: Locator, text: string): Promise<void> {
    await this.click(field);
    this.#keys += text.length;
    await field.pressSequentially(text);
  }
}

async function firstRun(page: Page): Promise<Step[]> {
  const watch = new Stopwatch('to a published post');
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
  const field = (label: string): Locator => page.getByLabel(label, { exact: true });
  await watch.step('the page opens', async () => {
    await page.goto('/');
    await field('Name').waitFor();
  });
  await watch.step('who one is', async () => {
    await watch.type(field('Name'), 'Ada Lovelace');
    await watch.type(field('Email'), 'ada@example.org');
    await watch.type(field('Password'), PASSWORD);
    await watch.click(button('Continue'));
  });
  await watch.step('the organisation, as suggested', async () => {
    await watch.click(button('Create account'));
    await field('Text of your post').waitFor();
  });
  await watch.step('the first post, seen published', async () => {
    await watch.type(field('Text of your post'), 'Good morning from the sandbox');
    await watch.click(button('Publish now'));
    await page.getByRole('heading', { name: 'Published', exact: true }).waitFor();
  });
  return watch.steps;
}

async function morning(page: Page): Promise<Step[]> {
  const watch = new Stopwatch('to a scheduled post');
  const button = (name: string): Locator => page.getByRole('button', { name, exact: true }).first();
  await watch.step('the page opens', async () => {
    await page.goto('/');
    await page.getByRole('link', { name: 'New post' }).first().waitFor();
  });
  await watch.step('the composer opens', async () => {
    await watch.click(page.getByRole('link', { name: 'New post' }).first());
    await button('Sandbox').waitFor();
  });
  await watch.step('the channel and the text', async () => {
    await watch.click(button('Sandbox'));
    await watch.type(page.getByRole('textbox', { name: 'Text', exact: true }), 'Soup of the day: pumpkin');
  });
  await watch.step('the date, and scheduled', async () => {
    await watch.click(page.getByText('Date and time', { exact: true }));
    await watch.click(button('Tomorrow 09:00'));
    await watch.click(button('Schedule'));
    await page.getByRole('heading', { name: 'Scheduled', exact: true }).waitFor();
  });
  return watch.steps;
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1);
const handsOf = ({ keys, clicks }: Step): number => keys * KEY_MS + clicks * CLICK_MS;

/** Of each step, the slowest round. */
function resultOf(rounds: readonly Step[][]): Result {
  const all = [...Map.groupBy(rounds.flat(), ({ walk, name }) => `${walk}: ${name}`).values()];
  const steps = all.flatMap((same) => same.toSorted((a, b) => b.machineMs - a.machineMs).slice(0, 1));
  const findings = [...Map.groupBy(steps, ({ walk }) => walk)].map(([walk, group]): Finding => {
    const total = group.reduce((sum, step) => sum + step.machineMs + handsOf(step), 0);
    return {
      what: `from page open ${walk}, with hands`,
      goal: `≤ ${seconds(GOAL_MS)} s`,
      measured: `${seconds(total)} s`,
      met: total <= GOAL_MS,
    };
  });
  return {
    findings,
    details: [
      table(
        ['Walk', 'Step', 'page, s', 'keys', 'clicks', 'hands, s'],
        steps.map((step) => [
          step.walk,
          step.name,
          seconds(step.machineMs),
          String(step.keys),
          String(step.clicks),
          seconds(handsOf(step)),
        ]),
      ),
      `Hands: ${KEY_MS / 1000} s for each key and ${CLICK_MS / 1000} s to point and click; nobody reads. ` +
        'Page: of each step the slowest round, the typing of the browser included.',
    ],
  };
}
