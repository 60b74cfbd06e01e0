/** `creates`: posts accepted and started as runs, against the bare engine's starts. */
import { interleave, spread } from '../arithmetic.ts';
import { openLab, type Lab } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { cpuTable, machineFacts, noise, table, words, type Result } from '../report.ts';
import { calm, openEngine, productSide, type Side } from '../sides.ts';
import { cpuBetween, sampleCpu, type CpuUse } from '../usage.ts';

const CONCURRENCY = 8;
/** Dates so far ahead that nothing comes due while this runs. */
const AHEAD_MS = 6 * 3600 * 1000;

interface Round {
  readonly side: string;
  readonly done: number;
  readonly perSecond: number;
  readonly cpu: CpuUse;
}

export const creates: Measure = {
  name: 'creates',
  title:
    "creates with the start of their run, against the bare engine's starts, at concurrency 8; `--posts` sets the seconds of a round",
  full: { posts: 20, rounds: 6 },
  short: { posts: 5, rounds: 2 },
  run,
};

async function run(size: Size): Promise<Result> {
  const lab = await openLab(size.say);
  try {
    const product = await productSide(lab, size.profileDir);
    const engine = await openEngine(lab, { name: 'bare engine' });
    const facts = await machineFacts(lab);
    for (const side of [product, engine]) await round(lab, side, 3);
    const rounds: Round[][] = [];
    for (const order of interleave<Side>([product, engine], size.rounds)) {
      const both: Round[] = [];
      for (const side of order) both.push(await round(lab, side, size.posts));
      size.say(both.map((r) => `${r.side}: ${r.perSecond.toFixed(1)} per second`).join(', '));
      rounds.push(both);
    }
    await checkRuns(lab, product.product.namespace);
    const rate = (both: readonly Round[], side: string): number =>
      both.find((r) => r.side === side)?.perSecond ?? NaN;
    const ratio = spread(rounds.map((both) => rate(both, 'product') / rate(both, 'bare engine')));
    const flat = rounds.flat();
    return {
      findings: [
        {
          what: 'creates with their run per second ÷ bare starts per second',
          goal: '≥ 0.7',
          measured: words(ratio, rounds.length),
          met: ratio.median >= 0.7,
        },
      ],
      details: [
        facts,
        table(
          ['Round', 'creates', 'per second'],
          flat.map((r, n) => [`${n + 1} ${r.side}`, r.done, r.perSecond.toFixed(1)]),
        ),
        cpuTable(perSide(flat)),
        noise(flat.map((r) => r.cpu)),
      ],
    };
  } finally {
    await lab.stop();
  }
}

/**
 * From the first request until the last post of the round has its run. CPU time counts until the first
 * workflow tasks are done too.
 */
async function round(lab: Lab, side: Side, seconds: number): Promise<Round> {
  const before = await sampleCpu(lab);
  const { done, fromMs, toMs } = await side.create({
    seconds,
    concurrency: CONCURRENCY,
    dueMs: Date.now() + AHEAD_MS,
  });
  await calm([...lab.processes].filter(([name]) => WORKERS.includes(name)).map(([, pid]) => pid));
  return {
    side: side.name,
    done,
    perSecond: (done / (toMs - fromMs)) * 1000,
    cpu: cpuBetween(before, await sampleCpu(lab)),
  };
}

const WORKERS = ['worker', 'bare engine'];

/** CPU time of all rounds of a side, divided by all their posts. */
function perSide(rounds: readonly Round[]): { name: string; posts: number; uses: CpuUse[] }[] {
  return [...new Set(rounds.map((r) => r.side))].map((name) => {
    const own = rounds.filter((r) => r.side === name);
    return { name, posts: own.reduce((sum, r) => sum + r.done, 0) / own.length, uses: own.map((r) => r.cpu) };
  });
}

/** @throws Error when an accepted post has no run */
async function checkRuns(lab: Lab, namespace: string): Promise<void> {
  const [posts] = await lab.sql<{ n: number }>('select count(*)::int as n from post');
  const { count } = await lab
    .client(namespace)
    .workflow.count("WorkflowType = 'PublishPostWorkflow' AND ExecutionStatus = 'Running'");
  if (count !== posts?.n) throw new Error(`${posts?.n} posts were accepted and ${count} have a run`);
}
