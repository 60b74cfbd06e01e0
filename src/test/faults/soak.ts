import { setTimeout as sleep } from 'node:timers/promises';
import type { Statement } from '../../platform/database.ts';
import { resolvePost } from '../../posts/decide/resolve-post.ts';
import { eventually } from '../instance.ts';
import { readMark, type Verdict } from './checker.ts';
import type { Submission } from './client.ts';
import { isQuiet } from './facts.ts';
import type { Fault } from './fault.ts';
import { startSoakNetworks, type SoakNetworks } from './soak-networks.ts';
import type { World } from './world.ts';

const ROUND_MS = 8000;
const POSTS_A_ROUND = 12;
/**
 * Lookups on a network that was away, and repeated sends of what it lost, take up to a quarter of an hour.
 */
const SETTLE_MS = 20 * 60_000;

export const soak: Fault = {
  id: 'soak',
  title:
    'Random faults for twenty minutes (--minutes N): every process killed and suspended, while five networks reset connections, lose answers, ask to wait and expire tokens',
  promise:
    'twenty minutes of random faults on five networks at once: by their own journals nothing is lost, doubled, early or wrong',
  breaksServers: true,
  byName: true,
  async run(world) {
    const networks = await startSoakNetworks(world);
    world.atEnd(() => networks.stop());
    const { processes } = world;
    await processes.start('api', { env: networks.env });
    for (const name of ['worker', 'worker-2']) await processes.start('worker', { env: networks.env }, name);
    await disturb(world, networks);
    for (const network of networks.all) await network.calm();
    await eventually(
      'every channel is connected, and nothing is under way',
      async () => {
        await reconnectAsAPerson(world, networks);
        return isQuiet(world.instance).catch(() => false);
      },
      SETTLE_MS,
    );
    await decideAsAPerson(world);
    await explain(world, networks, await world.settle(SETTLE_MS));
    await report(world, networks);
  },
};

async function disturb(world: World, networks: SoakNetworks): Promise<void> {
  const { random } = world;
  const endMs = Date.now() + world.minutes * 60_000;
  const struck = new Map<string, number>();
  while (Date.now() < endMs) {
    const reconnected = await reconnectAsAPerson(world, networks);
    struck.set('channel reconnected', (struck.get('channel reconnected') ?? 0) + reconnected);
    const creating = createSome(world, networks).catch((error: unknown) => error);
    for (const network of networks.all) if (random.between(0, 1)) await network.disturb(random);
    await sleep(random.between(0, ROUND_MS / 2));
    // Two rounds of three break a process as well.
    if (random.between(0, 2)) {
      const strike = random.pick(STRIKES);
      struck.set(strike.name, (struck.get(strike.name) ?? 0) + 1);
      await strike.run(world);
    }
    const failed = await creating;
    if (failed instanceof Error) throw failed;
    await sleep(random.between(0, ROUND_MS / 2));
  }
  world.note(`struck: ${[...struck].map(([name, times]) => `${name} (${times})`).join(', ')}`);
}

/** Posts of one round; some are threads, some are moved, edited or cancelled before their date. */
async function createSome(world: World, networks: SoakNetworks): Promise<void> {
  const { client, random } = world;
  await Promise.all(
    Array.from({ length: POSTS_A_ROUND }, async (_, n) => {
      await sleep(random.between(0, ROUND_MS / 2));
      const network = networks.all[n % networks.all.length];
      const wish = {
        dueInMs: random.between(0, 2 * ROUND_MS),
        parts: random.pick([1, 1, 1, 3]),
        on: network?.on,
        settings: network?.settings,
      };
      const submission = await client.create(wish).catch(async (error: unknown) => {
        // A post for a channel that must be reconnected is refused, and nothing is stored.
        if ((await disconnected(world)).includes(network?.on.id ?? '')) return undefined;
        throw error;
      });
      if (!submission) return;
      const change = random.between(0, 9);
      if (change === 0) await client.edit(submission);
      if (change === 1) await client.cancel(submission);
    }),
  );
}

const DISCONNECTED: Statement = {
  name: 'soak-disconnected',
  text: 'select id from integration where refresh_needed',
};

const disconnected = async ({ instance }: World): Promise<string[]> =>
  (await instance.context.database.query<{ id: string }>(DISCONNECTED)).map(({ id }) => id);

/**
 * A worker that is killed between the answer of a token endpoint and its storing takes the only valid token
 * with it. A person reconnects the channel then, and its posts go on. Returns how many there were.
 */
async function reconnectAsAPerson(world: World, { all }: SoakNetworks): Promise<number> {
  const ids = await disconnected(world);
  for (const network of all.filter(({ on }) => ids.includes(on.id))) await network.reconnect();
  return ids.length;
}

/** What can happen to a process. Each returns when the process is about to be, or is, back. */
const STRIKES: readonly { readonly name: string; run(world: World): Promise<void> | void }[] = [
  { name: 'worker killed', run: ({ processes }) => processes.kill('worker') },
  { name: 'other worker killed', run: ({ processes }) => processes.kill('worker-2') },
  {
    name: 'both workers killed',
    run: ({ processes }) => ['worker', 'worker-2'].forEach((name) => processes.kill(name)),
  },
  {
    name: 'worker suspended',
    run: (world) => suspended(world, 'worker', world.random.between(3000, 20_000)),
  },
  { name: 'API killed', run: ({ processes }) => processes.kill('api') },
  { name: 'API suspended', run: (world) => suspended(world, 'api', world.random.between(1000, 5000)) },
  { name: 'Temporal killed', run: (world) => world.stack().killTemporal() },
  {
    name: 'Temporal away',
    run: (world) => world.stack().restartTemporal(world.random.between(1000, 15_000)),
  },
  {
    name: 'Temporal suspended',
    async run(world) {
      world.stack().suspendTemporal(true);
      await sleep(world.random.between(1000, 14_000));
      world.stack().suspendTemporal(false);
    },
  },
  { name: 'PostgreSQL killed', run: (world) => world.stack().killPostgres() },
  {
    name: 'PostgreSQL suspended',
    async run(world) {
      world.stack().suspendPostgres(true);
      await sleep(world.random.between(1000, 8000));
      world.stack().suspendPostgres(false);
    },
  },
];

async function suspended({ processes }: World, name: string, ms: number): Promise<void> {
  processes.suspend(name);
  await sleep(ms);
  processes.resume(name);
}

const UNCONFIRMED: Statement = {
  name: 'soak-unconfirmed',
  text: `select p.id as "postId", i.provider,
      (select count(*)::int from post_item t where t.post_id = p.id and t.published_at is not null) as part
    from post p
    join integration i on i.id = p.integration_id
    where p.state = 'unconfirmed'`,
};

/**
 * Decides as a person does: nobody else can find out what happened to a Telegram message whose answer was
 * lost. This one looks at the network's ledger, and decides by what is there.
 */
async function decideAsAPerson(world: World): Promise<void> {
  const { instance, client } = world;
  const open = await instance.context.database.query<{ postId: string; provider: string; part: number }>(
    UNCONFIRMED,
  );
  const ledger = await world.network.ledger();
  const tokens = new Map<string | null, Submission>(client.submissions.map((s) => [s.postId, s]));
  for (const { postId, part } of open) {
    const token = tokens.get(postId)?.token;
    const entry = ledger.find((e) => {
      const mark = readMark(e.text);
      return mark?.token === token && mark?.part === part;
    });
    await resolvePost(
      instance.context,
      { organizationId: instance.organizationId, postId },
      entry ? { decision: 'published', releaseId: entry.id } : { decision: 'resend' },
    );
  }
  const count = (provider: string): number => open.filter((o) => o.provider === provider).length;
  const names = [...new Set(open.map(({ provider }) => provider))];
  world.note(
    `${open.length} posts were left to a person: ${names.map((name) => `${name} ${count(name)}`).join(', ')}`,
  );
}

const TIMELINE: Statement = {
  name: 'soak-timeline',
  text: 'select at, kind, detail from post_event where post_id = $1 order by id',
};
const EXPLAINED = 5;

/** What a finding is about, in full: the database is gone afterwards. */
async function explain(world: World, { all }: SoakNetworks, { findings }: Verdict): Promise<void> {
  const ledger = await world.network.ledger();
  const about = world.client.submissions.filter(({ token }) =>
    findings.some(({ what }) => new RegExp(`\\b${token}\\b`).test(what)),
  );
  for (const { token, postId, account, versions } of about.slice(0, EXPLAINED)) {
    world.note(
      `${token} at ${all.find(({ on }) => on.account === account)?.name}: ${JSON.stringify(versions)}`,
    );
    for (const entry of ledger.filter((e) => readMark(e.text)?.token === token)) {
      world.note(`  on the network ${entry.receivedAt}: ${entry.text}`);
    }
    const events = await world.instance.context.database.query<{ at: Date; kind: string; detail: unknown }>(
      TIMELINE,
      [postId],
    );
    for (const { at, kind, detail } of events) {
      world.note(`  ${new Date(at).toISOString()} ${kind} ${JSON.stringify(detail)}`);
    }
  }
}

const LINES: Statement = {
  name: 'soak-lines',
  text: 'select coalesce(max(n), 0)::int as most from (select count(*) as n from post_event group by post_id) c',
};

async function report(world: World, { all }: SoakNetworks): Promise<void> {
  const { submissions } = world.client;
  const counts = all.map(
    ({ name, on }) => `${name} ${submissions.filter((s) => s.account === on.account).length}`,
  );
  const [lines] = await world.instance.context.database.query<{ most: number }>(LINES);
  world.note(`posts: ${counts.join(', ')}; the longest timeline has ${lines?.most} lines`);
  const answers = [...world.client.statuses].map(([status, times]) => `${status} (${times})`);
  world.note(
    `the API answered ${answers.join(', ')}; ${world.processes.history().length} deaths of processes`,
  );
}
