import { setTimeout as sleep } from 'node:timers/promises';
import { startInstanceOfMastodon } from '../e2e/networks.ts';
import type { ChildSpec } from '../../run/embedded/child.ts';
import { eventually } from '../instance.ts';
import { percentile, readMark } from './checker.ts';
import type { Submission } from './client.ts';
import { API_HOSTS, PROXY, TEMPORAL_HOSTS, type ClusterPart } from './cluster.ts';
import { mustEndAs } from './expect.ts';
import type { Fault } from './fault.ts';
import { readItsLedger } from './five-networks.ts';
import { addTenant, countThem, type Tenant } from './organizations.ts';
import type { Random } from './random.ts';
import { startSteadyLoad } from './steady-load.ts';
import type { World } from './world.ts';

const PLENTY = 1_000_000;
/** After a kill, until the next one: everything is back, and what was held up is published. */
const ROUND_MS = 12_000;
/** A worker that dies in the middle of a send is noticed after 8 s; a Temporal server takes longer. */
const LATE_MS = 60_000;
/** Within which a killed API or proxy may leave requests without an answer. */
const CUT_MS = 10_000;
/** How long a machine is cut off: longer than what it may be silent for (a heartbeat, 8 s; a task, 10 s). */
const CUT_OFF_MS = 20_000;
/** A rolling restart waits this long for a process to end cleanly. */
const GRACE_MS = 60_000;

const APIS = Object.keys(API_HOSTS);
/** The networks of each worker; none = all. */
const WORKERS: Readonly<Record<string, string>> = {
  'worker-1': '',
  'worker-2': '',
  'worker-3': 'sandbox',
  'worker-4': 'mastodon',
};
const TEMPORALS = Object.keys(TEMPORAL_HOSTS) as (keyof typeof TEMPORAL_HOSTS)[];

/** Something that was done to the world, and when. */
interface Strike {
  readonly what: string;
  readonly atMs: number;
}

export const far: Fault = {
  id: 'far',
  title:
    'Three APIs behind HAProxy, four workers, PgBouncer, two Temporal servers in one cluster, on nine machines: one of each is killed and cut off under load, then APIs and workers are replaced',
  promise:
    'several machines under a steady load: any process is killed, any machine is cut off, and all are replaced one after the other; every accepted post is published once, on time or within a minute, and the API refuses nothing',
  breaksServers: true,
  cluster: true,
  byName: true,
  async run(world) {
    const mastodon = await startInstanceOfMastodon({
      limits: { requestsPer5Minutes: PLENTY, statusesPer3Hours: PLENTY },
    });
    world.atEnd(() => mastodon.stop());
    readItsLedger(world, mastodon);
    const tenants: Tenant[] = [];
    while (tenants.length < world.size(4, 1000)) {
      tenants.push(await addTenant(world, `Org ${tenants.length + 1}`, [mastodon]));
    }
    await Promise.all(APIS.map((name) => start(world, name)));
    await Promise.all(Object.keys(WORKERS).map((name) => start(world, name)));
    await bothTemporalServersAreThere(world);
    const strikes: Strike[] = [];
    // Drawn before the load draws: the seed repeats them.
    const victims = drawVictims(world);
    const isolated = drawIsolated(world);
    const load = startSteadyLoad(tenants, { perSecond: world.size(4, 6), random: world.random });
    await sleep(ROUND_MS);
    for (const name of victims) {
      strikes.push({ what: `${name} killed`, atMs: Date.now() });
      await killOne(world, name);
      await sleep(ROUND_MS);
    }
    const { machines } = world.cluster();
    if (!machines) world.note('nothing was cut off: this process may not make network namespaces');
    for (const name of machines ? isolated : []) {
      strikes.push({ what: `${name} cut off`, atMs: Date.now() });
      await machines?.cutOff(name);
      await sleep(CUT_OFF_MS);
      strikes.push({ what: `${name} reconnected`, atMs: Date.now() });
      await machines?.reconnect(name);
      await sleep(ROUND_MS);
      // The other one must not be cut off before this one has its part again.
      if (name in TEMPORAL_HOSTS) await bothTemporalServersAreThere(world);
    }
    await replaceEach(world, strikes);
    await load.stop();
    const all = countThem(world, tenants);
    await eventually(
      'all are published',
      async () => (await world.network.ledger()).length >= all.length,
      LATE_MS * 3,
    );
    await world.settle();
    await mustEndAs(world, all, 'published');
    world.bound({ words: `on time, or ${LATE_MS / 1000} s late`, by: (s) => s.dueMs + LATE_MS });
    mustAnswer(world, tenants, strikes);
    await noteLateness(world, all, strikes);
  },
};

function start({ processes, instance, cluster }: World, name: string): Promise<void> {
  const { DATABASE_URL: direct = '' } = instance.env;
  const pooled = cluster().pooled(new URL(direct).pathname.slice(1));
  const host = API_HOSTS[name];
  const env = {
    DATABASE_URL: pooled,
    DATABASE_DIRECT_URL: direct,
    ...(host ? { HOST: host } : { CRIER_NETWORKS: WORKERS[name] ?? '' }),
  };
  const place = (spec: ChildSpec): ChildSpec => cluster().machines?.place(name, spec) ?? spec;
  return processes.start(host ? 'api' : 'worker', { env, graceMs: GRACE_MS, place }, name);
}

/** One cluster: each role counts two members. */
async function bothTemporalServersAreThere(world: World): Promise<void> {
  await eventually(
    'Temporal has two members of each role',
    async () => (await world.cluster().members()).every((hosts) => hosts === TEMPORALS.length),
    90_000,
  );
}

const KINDS = [APIS, ['worker-1', 'worker-2'], ['worker-3', 'worker-4']];

/** Each kind once in the short run, three times otherwise, in an order that the seed decides. */
function drawVictims({ random, size }: World): string[] {
  return Array.from({ length: size(1, 3) }, () =>
    shuffled([...KINDS.map((names) => random.pick(names)), ...TEMPORALS, PROXY], random),
  ).flat();
}

/** Machines to cut off: one of any kind in the short run, one of each otherwise. */
function drawIsolated({ random, size }: World): string[] {
  const each = [...KINDS, TEMPORALS].map((names) => random.pick(names));
  return shuffled(each, random).slice(0, size(1, each.length));
}

async function killOne(world: World, name: string): Promise<void> {
  const { processes } = world;
  if (APIS.includes(name) || name in WORKERS) {
    const before = processes.deaths(name).length;
    processes.kill(name);
    return processes.backAgain(name, before + 1);
  }
  await world.cluster().kill(name as ClusterPart);
  // The other one must not be killed before this one has its part again.
  if (name in TEMPORAL_HOSTS) await bothTemporalServersAreThere(world);
}

function shuffled(names: readonly string[], random: Random): string[] {
  const left = [...names];
  return names.map(() => left.splice(random.between(0, left.length - 1), 1)[0] ?? '');
}

/** SIGTERM, the process ends by itself, and a new one starts on the same address. */
async function replaceEach(world: World, strikes: Strike[]): Promise<void> {
  for (const name of [...APIS, ...Object.keys(WORKERS)]) {
    const atMs = Date.now();
    strikes.push({ what: `${name} replaced`, atMs });
    await world.processes.end(name);
    const ms = Date.now() - atMs;
    world.must(ms < GRACE_MS, `${name} did not end by itself within ${GRACE_MS / 1000} s`);
    await start(world, name);
  }
  strikes.push({ what: 'all are replaced', atMs: Date.now() });
  await sleep(ROUND_MS);
}

/**
 * The API refuses nothing, and only a kill of it or of the proxy leaves a request without an answer, or that
 * it is cut off: it says 503 then, once it is back.
 */
function mustAnswer(world: World, tenants: readonly Tenant[], strikes: readonly Strike[]): void {
  const statuses = new Set(tenants.flatMap(({ client }) => [...client.statuses.keys()]));
  const refused = [...statuses].filter((status) => ![200, 201, 503, 'lost'].includes(status));
  world.must(refused.length === 0, `the API answered ${refused.join(', ')}`);
  const lost = tenants.flatMap(({ client }) => client.lostMs).toSorted((a, b) => a - b);
  const cuts = strikes.filter(({ what }) => /^(api-\d|haproxy) (killed|cut off)$/.test(what));
  const unexplained = lost.filter(
    (ms) =>
      !cuts.some(
        ({ what, atMs }) => ms >= atMs && ms < atMs + CUT_MS + (what.endsWith('off') ? CUT_OFF_MS : 0),
      ),
  );
  world.must(
    unexplained.length === 0,
    `${unexplained.length} requests had no answer, or 503, although neither an API nor the proxy was gone: ${unexplained
      .slice(0, 5)
      .map((ms) => `${strikes.findLast(({ atMs }) => atMs <= ms)?.what ?? 'before all'} ${ms}`)
      .join(', ')}`,
  );
  world.note(`${lost.length} requests had no answer, or 503, and were repeated`);
}

/** How late the posts were that came due after each strike, until the next. */
async function noteLateness(
  world: World,
  all: readonly Submission[],
  strikes: readonly Strike[],
): Promise<void> {
  const arrivals = new Map(
    (await world.network.ledger()).map((e) => [readMark(e.text)?.token, Date.parse(e.receivedAt)]),
  );
  const windows = [{ what: 'before', atMs: 0 }, ...strikes];
  for (const [i, { what, atMs }] of windows.entries()) {
    const until = windows[i + 1]?.atMs ?? Infinity;
    const late = all
      .filter((s) => s.dueMs >= atMs && s.dueMs < until)
      .map((s) => (arrivals.get(s.token) ?? Infinity) - s.dueMs)
      .sort((a, b) => a - b);
    const seconds = (share: number): string => ((percentile(late, share) ?? 0) / 1000).toFixed(2);
    world.note(`${what}: ${late.length} posts due, late p50 ${seconds(0.5)} s, most ${seconds(1)} s`);
  }
}
