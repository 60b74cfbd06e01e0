/** The two things that are compared: the product, and an engine that does nothing but the same shape. */
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureNamespace } from '../temporal/client.ts';
import type { EngineQuestion, EngineSettings, Sends } from './engine/main.ts';
import { startHelper } from './helper.ts';
import type { Lab } from './lab.ts';
import type { Amount, LoadQuestion, LoadReply } from './load.ts';
import { openProduct, type Owner, type Product, type Watch } from './product.ts';
import { cpuSecondsOf } from './usage.ts';

/** A system that can be given posts, and that reports when each of them was sent. */
export interface Side {
  readonly name: string;
  /**
   * Creates posts (or runs) and waits until every one has its run; `toMs` is the moment when the last one had
   * it. Forgets earlier sends.
   */
  create(amount: Amount): Promise<LoadReply>;
  /** How many of them were sent so far. */
  sent(): Promise<number>;
  /** When each was sent, milliseconds since the epoch. @throws Error when one was sent twice */
  arrivals(): Promise<number[]>;
  /**
   * Mean number of events of its last runs, a hundred at most. More than the shape has: workflow tasks that
   * timed out.
   */
  events(): Promise<number>;
  /** Resolves when no run is open any more. @throws Error when a post is not published */
  settle(): Promise<void>;
}

/** Waits until `done`. @throws Error after ten minutes */
export async function until(done: () => Promise<boolean> | boolean, everyMs = 100): Promise<void> {
  const end = Date.now() + 600_000;
  while (!(await done())) {
    if (Date.now() > end) throw new Error('What was waited for did not happen within ten minutes');
    await sleep(everyMs);
  }
}

const CALM_MS = 2000;

/**
 * Waits until these processes together use less than a tenth of a core for two seconds. @throws Error after
 * ten minutes
 */
export async function calm(pids: readonly number[]): Promise<void> {
  const used = (): number => pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  await until(async () => {
    const before = used();
    await sleep(CALM_MS);
    return used() - before < CALM_MS / 10_000;
  });
}

/** No run of this type is open. Asks the visibility store, which is a moment behind. */
export async function noneOpen(lab: Lab, namespace: string, type: string): Promise<void> {
  const client = lab.client(namespace);
  await until(
    async () =>
      (await client.workflow.count(`WorkflowType = '${type}' AND ExecutionStatus = 'Running'`)).count === 0,
    500,
  );
}

const SAMPLE = 100;

async function meanEvents(lab: Lab, namespace: string, type: string): Promise<number> {
  const lengths: number[] = [];
  for await (const run of lab
    .client(namespace)
    .workflow.list({
      query: `WorkflowType = '${type}' AND ExecutionStatus = 'Completed'`,
      pageSize: SAMPLE,
    })) {
    if (lengths.push(run.historyLength) === SAMPLE) break;
  }
  return lengths.reduce((sum, length) => sum + length, 0) / (lengths.length || 1);
}

/** Opens the product with one organisation of four channels, API and worker running. */
export async function productSide(
  lab: Lab,
  watch: Watch = {},
): Promise<Side & { product: Product; owner: Owner }> {
  const product = await openProduct(lab, watch);
  await product.start('api');
  const owner = await product.addOwner('Ada & Co', 4);
  await product.start('worker');
  return { ...sideOf(lab, product, owner), product, owner };
}

/** An organisation of the product as a side. */
export function sideOf(lab: Lab, product: Product, owner: Owner): Side {
  let before = 0;
  let token = '';
  return {
    name: 'product',
    async create(amount) {
      before = product.network.posts().length;
      token = randomBytes(6).toString('hex');
      const question: LoadQuestion = {
        ...amount,
        kind: 'create',
        url: product.url,
        apiKey: owner.apiKey,
        channels: owner.channels,
        token,
      };
      const reply = await lab.load.ask<LoadReply>(question);
      return { ...reply, toMs: await allArmed(lab) };
    },
    sent: async () => product.network.posts().length - before,
    async arrivals() {
      const posts = product.network
        .posts()
        .slice(before)
        .filter((p) => p.text.startsWith(token));
      if (new Set(posts.map((p) => p.text)).size < posts.length) {
        throw new Error('the network has a post twice');
      }
      return posts.map((p) => Date.parse(p.receivedAt));
    },
    events: () => meanEvents(lab, product.namespace, 'PublishPostWorkflow'),
    async settle() {
      await noneOpen(lab, product.namespace, 'PublishPostWorkflow');
      const [row] = await lab.sql<{ bad: number }>(
        "select count(*)::int as bad from post where state <> 'published'",
      );
      if (row?.bad) throw new Error(`${row.bad} posts are not published`);
    },
  };
}

/** Waits until every group has its run; the moment when the last one got it. */
export async function allArmed(lab: Lab): Promise<number> {
  await until(
    async () =>
      (await lab.sql<{ n: number }>('select 1 as n from post_group where run_store_id is null limit 1'))
        .length === 0,
  );
  const [row] = await lab.sql<{ at: number }>(
    'select (extract(epoch from max(run_started_at)) * 1000)::float8 as at from post_group',
  );
  return row?.at ?? 0;
}

/** How the engine is laid out. */
export interface EngineOptions {
  readonly name: string;
  readonly workflow?: 'BareWorkflow' | 'RivalWorkflow';
  /**
   * `network`: the product's layout. `shared`: one queue for everything, with eager dispatch. Default
   * `network`.
   */
  readonly layout?: 'network' | 'shared';
  readonly slots?: number;
  /** Runs that its worker keeps in memory. Default: the product's none. */
  readonly cachedRuns?: number;
  /** Networks that are served; the first is the one that `create` sends to. */
  readonly networks?: readonly string[];
}

/** One kind of posts within an engine. */
export interface EnginePart {
  readonly network?: string;
  readonly organizationId?: string;
  readonly takesMs?: number;
  /** Whether workflow tasks carry the fairness key, too. */
  readonly fairRun?: boolean;
}

export interface Engine extends Side {
  /** Starts runs without forgetting earlier sends. */
  start(amount: Amount, part?: EnginePart): Promise<LoadReply>;
  take(): Promise<Sends>;
}

/** Starts a worker of the bare engine on a namespace of its own, made as the product makes its own. */
export async function openEngine(lab: Lab, options: EngineOptions): Promise<Engine> {
  const {
    name,
    workflow = 'BareWorkflow',
    layout = 'network',
    slots,
    cachedRuns,
    networks = ['sandbox'],
  } = options;
  const namespace = name.replaceAll(/\W+/g, '-');
  const client = lab.client(namespace);
  await ensureNamespace(client, namespace);
  const queueOf = (network: string): string => (layout === 'network' ? `publish.${network}` : 'engine');
  const settings: EngineSettings = {
    address: lab.temporalAddress,
    namespace,
    workflowQueue: 'engine',
    networkQueues: layout === 'network' ? networks.map(queueOf) : [],
    bundlePath: lab.bundlePath,
    slots,
    cachedRuns,
  };
  const worker = await startHelper<EngineQuestion>('engine/main.ts', settings);
  lab.processes.set(name, worker.pid);
  lab.onStop(() => worker.stop());
  const ours = randomUUID();
  const start: Engine['start'] = (
    amount,
    { network = networks[0] ?? '', organizationId = ours, takesMs, fairRun } = {},
  ) =>
    lab.load.ask<LoadReply>({
      ...amount,
      kind: 'start',
      address: lab.temporalAddress,
      namespace,
      workflow,
      workflowQueue: 'engine',
      activityQueue: queueOf(network),
      organizationId,
      provider: network,
      takesMs,
      fairRun,
      fairnessKey: layout === 'network' ? organizationId : `${organizationId}:${network}`,
    });
  return {
    name,
    start,
    take: () => worker.ask<Sends>('take'),
    async create(amount) {
      await worker.ask('take');
      return start(amount);
    },
    sent: () => worker.ask<number>('count'),
    async arrivals() {
      const sends = await worker.ask<Sends>('take');
      if (new Set(sends.map(([id]) => id)).size < sends.length) throw new Error('an activity ran twice');
      return sends.map(([, atMs]) => atMs);
    },
    events: () => meanEvents(lab, namespace, workflow),
    settle: () => noneOpen(lab, namespace, workflow),
  };
}
