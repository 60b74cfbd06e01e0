/** `burst` and `rival-shape`: a thousand posts due in one second, against an engine that does nothing. */
import { spread } from '../arithmetic.ts';
import { compareBursts, type Burst } from '../burst.ts';
import { openLab } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { cpuTable, machineFacts, noise, table, words, type Result } from '../report.ts';
import { openEngine, productSide } from '../sides.ts';

export const burst: Measure = {
  name: 'burst',
  title: '1,000 posts due in one second, against the bare engine of the same shape',
  full: { posts: 1000, rounds: 6 },
  short: { posts: 200, rounds: 2 },
  run: (size) => against(size, { name: 'bare engine', workflow: 'BareWorkflow', goal: 0.8 }),
};

export const rivalShape: Measure = {
  name: 'rival-shape',
  title: '1,000 posts due in one second, against a shape of 8 activities and 53 events that does no work',
  full: { posts: 1000, rounds: 4 },
  short: { posts: 100, rounds: 2 },
  run: (size) => against(size, { name: 'rival shape', workflow: 'RivalWorkflow', goal: 4 }),
};

/**
 * The best setting for ten workflow tasks: eager activities, and a cache, without which each task replays.
 */
const RIVAL = { layout: 'shared', cachedRuns: 300 } as const;

async function against(
  size: Size,
  other: { name: string; workflow: 'BareWorkflow' | 'RivalWorkflow'; goal: number },
): Promise<Result> {
  const lab = await openLab(size.say);
  try {
    const product = await productSide(lab, size);
    const engine = await openEngine(lab, { ...other, ...(other.workflow === 'RivalWorkflow' ? RIVAL : {}) });
    const facts = await machineFacts(lab);
    const rounds = await compareBursts(lab, [product, engine], {
      ...size,
      warmUp: Math.min(200, size.posts),
    });
    const ratio = spread(rounds.map((round) => rate(round, 'product') / rate(round, other.name)));
    return {
      findings: [
        {
          what: `posts per second ÷ ${other.name}`,
          goal: `≥ ${other.goal}`,
          measured: words(ratio, rounds.length),
          met: ratio.median >= other.goal,
        },
      ],
      details: [
        facts,
        `Events per run, mean of the last runs: product ${(await product.events()).toFixed(1)}, ${other.name} ${(await engine.events()).toFixed(1)}.`,
        burstTable(rounds.flat()),
        cpuOf(rounds.flat(), size.posts),
        noise(rounds.flat().map((r) => r.cpu)),
      ],
    };
  } finally {
    await lab.stop();
  }
}

const rate = (round: readonly Burst[], side: string): number =>
  round.find((r) => r.side === side)?.perSecond ?? NaN;

/** One row for each round of each side. */
export function burstTable(bursts: readonly Burst[]): string {
  const seconds = (ms: number): string => (ms / 1000).toFixed(2);
  return table(
    ['Round', 'posts', 'first, s', 'p50, s', 'last, s', 'posts per second'],
    bursts.map((b, n) => [
      `${n + 1} ${b.side}`,
      b.posts,
      seconds(b.first),
      seconds(b.p50),
      seconds(b.drainMs),
      b.perSecond.toFixed(1),
    ]),
  );
}

/** CPU per post of each side. */
export function cpuOf(bursts: readonly Burst[], posts: number): string {
  return cpuTable(
    [...new Set(bursts.map((b) => b.side))].map((name) => ({
      name,
      posts,
      uses: bursts.filter((b) => b.side === name).map((b) => b.cpu),
    })),
  );
}
