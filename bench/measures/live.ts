/** `live`: how long it takes until every open tab is notified of a change. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Membership, UserAccount } from '../../src/platform/entities/account.ts';
import { beginSession } from '../../src/http/sessions.ts';
import { openEvents, type OpenStream } from '../../src/test/event-stream.ts';
import { percentile } from '../arithmetic.ts';
import { openLab, type Lab } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { openProduct, type Owner, type Product } from '../product.ts';
import { machineFacts, type Result } from '../report.ts';

/** What a person waits for at most, to see that a post was published. */
const GOAL_MS = 2000;
/** The page waits this long after a notification, to read once for several changes. */
const PAGE_GATHERS_MS = 200;
const TABS_PER_PERSON = 20;
const QUIET_MS = 1000;
const DAY_MS = 24 * 3600 * 1000;

export const live: Measure = {
  name: 'live',
  title: 'open tabs (posts) that are told of a change (rounds): the slowest of them',
  full: { posts: 200, rounds: 50 },
  short: { posts: 20, rounds: 3 },
  run,
};

async function run(size: Size): Promise<Result> {
  const lab = await openLab(size.say);
  try {
    const product = await openProduct(lab, size);
    await product.start('api');
    const owner = await product.addOwner('Ada & Co', 1);
    const tabs = await openTabs(product, owner, size.posts);
    const ids = await createPosts(lab, product, owner, size.rounds);
    // The creations were announced already, and are not announced again.
    await sleep(QUIET_MS);
    const slowest: number[] = [];
    const all: number[] = [];
    for (const id of ids) {
      const delays = await publish(lab, tabs, id);
      all.push(...delays);
      slowest.push(Math.max(...delays));
    }
    for (const tab of tabs) tab.close();
    const worst = Math.max(...slowest) + PAGE_GATHERS_MS;
    const ms = (value: number): string => `${Math.round(value)} ms`;
    return {
      findings: [
        {
          what: `a change until the last of ${size.posts} tabs reads it, the slowest of ${ids.length}`,
          goal: `≤ ${GOAL_MS} ms`,
          measured: ms(worst),
          met: worst <= GOAL_MS,
        },
        {
          what: 'a change until a tab is told, p50',
          goal: '–',
          measured: ms(percentile(all, 0.5)),
          met: null,
        },
        {
          what: 'a change until a tab is told, p99',
          goal: '–',
          measured: ms(percentile(all, 0.99)),
          met: null,
        },
      ],
      details: [await machineFacts(lab)],
    };
  } finally {
    await lab.stop();
  }
}

/** Changes the row as a publication does, and returns how long after it each tab was notified. */
async function publish(lab: Lab, tabs: readonly OpenStream[], id: string): Promise<number[]> {
  const from = performance.now();
  const updates = Promise.all(tabs.map((tab) => toldOf(tab, id)));
  await lab.sql("update post set state = 'published', published_at = now() where id = $1", [id]);
  return (await updates).map(({ at }) => at - from);
}

/** The first message that names the post. */
async function toldOf(tab: OpenStream, id: string): Promise<{ at: number }> {
  for (;;) {
    const change = await tab.next('change', 30_000);
    if (change.data.includes(id)) return change;
  }
}

async function openTabs(product: Product, owner: Owner, count: number): Promise<OpenStream[]> {
  const tabs: OpenStream[] = [];
  let cookie = '';
  while (tabs.length < count) {
    if (tabs.length % TABS_PER_PERSON === 0) cookie = await signIn(product, owner);
    const tab = await openEvents(product.url, cookie);
    await tab.next('ready');
    tabs.push(tab);
  }
  return tabs;
}

async function signIn({ context }: Product, owner: Owner): Promise<string> {
  const em = context.database.fork();
  const email = `${randomUUID()}@example.org`;
  const user = em.create(UserAccount, { email, name: 'Ada', operator: false, activatedAt: new Date() });
  em.create(Membership, { organization: owner.id, user, role: 'member' });
  await em.flush();
  const { token } = await beginSession(context, { userId: user.id });
  return `crier_session=${token}`;
}

async function createPosts(lab: Lab, product: Product, owner: Owner, count: number): Promise<string[]> {
  await lab.load.ask({
    kind: 'create',
    url: product.url,
    apiKey: owner.apiKey,
    channels: [...owner.channels],
    token: 'live',
    count,
    concurrency: 1,
    dueMs: Date.now() + DAY_MS,
  });
  const rows = await lab.sql<{ id: string }>('select id from post');
  return rows.map(({ id }) => id);
}
