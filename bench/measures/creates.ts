/** `creates`: posts accepted and started as runs, against the bare engine's starts. */
import { openLab, type Lab } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { words, type Result } from '../report.ts';
import { compareCreates } from '../rounds.ts';
import { calm, openEngine, productSide } from '../sides.ts';

const WORKERS = ['worker', 'bare engine'];

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
    const product = await productSide(lab, size);
    const engine = await openEngine(lab, { name: 'bare engine' });
    const { ratio, details } = await compareCreates(lab, size, {
      measured: product,
      base: engine,
      concurrency: 8,
      unit: 'per second',
      digits: 1,
      // From the first request until the last post of the round has its run.
      figureOf: ({ done, fromMs, toMs }) => (done / (toMs - fromMs)) * 1000,
      // The first workflow tasks.
      afterwards: () =>
        calm([...lab.processes].filter(([name]) => WORKERS.includes(name)).map(([, pid]) => pid)),
    });
    await checkRuns(lab, product.product.namespace);
    return {
      findings: [
        {
          what: 'creates with their run per second ÷ bare starts per second',
          goal: '≥ 0.7',
          measured: words(ratio, size.rounds),
          met: ratio.median >= 0.7,
        },
      ],
      details,
    };
  } finally {
    await lab.stop();
  }
}

/** @throws Error when an accepted post has no run */
async function checkRuns(lab: Lab, namespace: string): Promise<void> {
  const [posts] = await lab.sql<{ n: number }>('select count(*)::int as n from post');
  const { count } = await lab
    .client(namespace)
    .workflow.count("WorkflowType = 'PublishPostWorkflow' AND ExecutionStatus = 'Running'");
  if (count !== posts?.n) throw new Error(`${posts?.n} posts were accepted and ${count} have a run`);
}
