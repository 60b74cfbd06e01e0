/** `waiting`: what a hundred thousand waiting posts cost, compared with a thousand. */
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { reconcile } from '../../activities/reconcile.ts';
import { interleave, median } from '../arithmetic.ts';
import { labFolder, onEnd, openLab } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { pssByGroup } from '../memory.ts';
import { openProduct } from '../product.ts';
import { machineFacts, table, type Finding, type Result } from '../report.ts';
import { seed, type Seeded } from '../seed.ts';
import { until } from '../sides.ts';
import { cpuSecondsOf } from '../usage.ts';

const FEW = 1000;
/** The goal for every ratio. */
const GOAL = 1.2;
const SEED_MINUTES = 15;
const PASSES = 7;

/** A data folder with many or few waiting posts. */
interface Stock extends Seeded {
  readonly name: 'few' | 'many';
  readonly folder: string;
}

/** One start with a folder. */
interface Visit {
  readonly stock: Stock;
  readonly startMs: number;
  readonly passMs: number;
  readonly pss: Readonly<Record<string, number>>;
}

export const waiting: Measure = {
  name: 'waiting',
  title: '100,000 waiting posts against 1,000: start-up, memory, the reconciler',
  full: { posts: 100_000, rounds: 3 },
  short: { posts: 3000, rounds: 1 },
  run,
};

async function run(size: Size): Promise<Result> {
  const folders = { few: labFolder(), many: labFolder() };
  const end = onEnd(async () =>
    Object.values(folders).forEach((folder) => rmSync(folder, { recursive: true, force: true })),
  );
  const idleMs = size.short ? 10_000 : 60_000;
  try {
    const stocks: Stock[] = [];
    let facts = '';
    for (const name of ['few', 'many'] as const) {
      const lab = await openLab(size.say, folders[name]);
      const product = await openProduct(lab);
      facts = await machineFacts(lab);
      await product.start('api');
      const owner = await product.addOwner('Ada & Co', 1);
      await product.start('worker');
      const seeded = await seed(lab, product, owner, {
        count: name === 'few' ? FEW : size.posts,
        minutes: SEED_MINUTES,
      });
      await calm(lab.processes.get('worker') ?? 0);
      await lab.stop();
      size.say(`${seeded.waiting} posts wait, ${seeded.running} of them with a run`);
      stocks.push({ name, folder: folders[name], ...seeded });
    }
    const visits: Visit[] = [];
    for (const stock of interleave(stocks, size.rounds).flat()) visits.push(await visit(stock, idleMs, size));
    const runs = stocks.map((s) => [s.waiting, s.running]);
    return {
      findings: findings(visits),
      details: [facts, table(['Posts that wait', 'of them with a run in Temporal'], runs), tableOf(visits)],
    };
  } finally {
    await end();
  }
}

async function visit(stock: Stock, idleMs: number, size: Size): Promise<Visit> {
  const lab = await openLab(() => undefined, stock.folder);
  try {
    const product = await openProduct(lab);
    const from = performance.now();
    await Promise.all([product.start('api'), product.start('worker')]);
    const startMs = performance.now() - from;
    await sleep(idleMs);
    const pss = await pssByGroup(lab);
    const deps = { ...product.context, providerEnv: product.context.config.providerEnv };
    const passes: number[] = [];
    for (let n = 0; n < PASSES; n++) {
      const begin = performance.now();
      await reconcile(deps);
      passes.push(performance.now() - begin);
    }
    const seen = { stock, startMs, passMs: median(passes), pss };
    size.say(
      `${stock.waiting} waiting: ready in ${startMs.toFixed(0)} ms, worker ${pss.worker?.toFixed(0)} MB, a pass ${seen.passMs.toFixed(1)} ms`,
    );
    return seen;
  } finally {
    await lab.stop();
  }
}

/**
 * The first workflow tasks are done when the worker has used less than a tenth of a core for five seconds.
 */
async function calm(pid: number): Promise<void> {
  let before = cpuSecondsOf(pid);
  await until(async () => {
    await sleep(5000);
    const now = cpuSecondsOf(pid);
    const calmNow = now - before < 0.5;
    before = now;
    return calmNow;
  });
}

const medianOf = (visits: readonly Visit[], name: Stock['name'], pick: (visit: Visit) => number): number =>
  median(visits.filter((v) => v.stock.name === name).map(pick));

function findings(visits: readonly Visit[]): Finding[] {
  const finding = (what: string, unit: string, pick: (visit: Visit) => number): Finding => {
    const [few, many] = [medianOf(visits, 'few', pick), medianOf(visits, 'many', pick)];
    return {
      what: `${what}, many ÷ few`,
      goal: `≤ ${GOAL}`,
      measured: `${(many / few).toFixed(2)} (${many.toFixed(1)} ÷ ${few.toFixed(1)} ${unit})`,
      met: many / few <= GOAL,
    };
  };
  return [
    finding('start of api and worker until ready', 'ms', (v) => v.startMs),
    finding('one pass of the reconciler', 'ms', (v) => v.passMs),
    finding('memory of all processes', 'MB', (v) =>
      Object.values(servers(v)).reduce((sum, mb) => sum + mb, 0),
    ),
    ...Object.keys(servers(visits[0] as Visit)).map((group) =>
      finding(`memory of ${group}`, 'MB', (v) => v.pss[group] ?? 0),
    ),
  ];
}

/** The instance's own processes, without the benchmark's. */
const servers = ({ pss }: Visit): Record<string, number> =>
  Object.fromEntries(Object.entries(pss).filter(([group]) => !['bench', 'load', 'network'].includes(group)));

function tableOf(visits: readonly Visit[]): string {
  const groups = Object.keys(servers(visits[0] as Visit));
  return table(
    ['Start', 'posts', 'ready, ms', 'pass, ms', ...groups.map((g) => `${g}, MB`)],
    visits.map((v, n) => [
      n + 1,
      v.stock.waiting,
      v.startMs.toFixed(0),
      v.passMs.toFixed(1),
      ...groups.map((g) => (v.pss[g] ?? 0).toFixed(0)),
    ]),
  );
}
