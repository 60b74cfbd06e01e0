/** Rounds of creates of two sides in turns: what the measures that compare them have in common. */
import { interleave, spread, type Spread } from './arithmetic.ts';
import type { Lab } from './lab.ts';
import type { LoadReply } from './load.ts';
import type { Size } from './measure.ts';
import { cpuTable, machineFacts, noise, table } from './report.ts';
import type { Side } from './sides.ts';
import { cpuBetween, sampleCpu, type CpuUse } from './usage.ts';

/** Dates so far ahead that nothing comes due while this runs. */
const AHEAD_MS = 6 * 3600 * 1000;
/** Before the first round that counts. */
const WARM_UP_SECONDS = 3;

/** How two sides are compared. */
export interface Comparison {
  readonly measured: Side;
  /** What the measured side is divided by. */
  readonly base: Side;
  readonly concurrency: number;
  /** From an answer to the next request; none when it is left out. */
  readonly pauseMs?: number;
  /** What is compared, as the head of its column, and as many digits of it as are shown. */
  readonly unit: string;
  readonly digits: number;
  figureOf(created: LoadReply): number;
  /** CPU time counts until this is over too. */
  afterwards(): Promise<void>;
}

/** Of a side, in one round. */
interface Round {
  readonly side: string;
  readonly done: number;
  readonly figure: number;
  readonly cpu: CpuUse;
}

/** @returns the ratio of both sides over all rounds, and what the report shows of them */
export async function compareCreates(
  lab: Lab,
  size: Size,
  how: Comparison,
): Promise<{ readonly ratio: Spread; readonly details: string[] }> {
  const sides = [how.measured, how.base];
  const facts = await machineFacts(lab);
  for (const side of sides) await round(lab, side, { ...how, seconds: WARM_UP_SECONDS });
  const rounds: Round[][] = [];
  for (const order of interleave(sides, size.rounds)) {
    const both: Round[] = [];
    for (const side of order) both.push(await round(lab, side, { ...how, seconds: size.posts }));
    size.say(both.map((r) => `${r.side}: ${r.figure.toFixed(how.digits)} ${how.unit}`).join(', '));
    rounds.push(both);
  }
  const figureOf = (both: readonly Round[], { name }: Side): number =>
    both.find((r) => r.side === name)?.figure ?? NaN;
  const flat = rounds.flat();
  return {
    ratio: spread(rounds.map((both) => figureOf(both, how.measured) / figureOf(both, how.base))),
    details: [
      facts,
      table(
        ['Round', 'creates', how.unit],
        flat.map((r, n) => [`${n + 1} ${r.side}`, r.done, r.figure.toFixed(how.digits)]),
      ),
      cpuTable(sides.map(({ name }) => perPost(name, flat))),
      noise(flat.map((r) => r.cpu)),
    ],
  };
}

async function round(
  lab: Lab,
  side: Side,
  { seconds, concurrency, pauseMs, figureOf, afterwards }: Comparison & { readonly seconds: number },
): Promise<Round> {
  const before = await sampleCpu(lab);
  const created = await side.create({ seconds, concurrency, pauseMs, dueMs: Date.now() + AHEAD_MS });
  await afterwards();
  const cpu = cpuBetween(before, await sampleCpu(lab));
  return { side: side.name, done: created.done, figure: figureOf(created), cpu };
}

/** CPU time of all rounds of a side, divided by all their posts. */
function perPost(name: string, rounds: readonly Round[]): { name: string; posts: number; uses: CpuUse[] } {
  const own = rounds.filter((r) => r.side === name);
  return { name, posts: own.reduce((sum, r) => sum + r.done, 0) / own.length, uses: own.map((r) => r.cpu) };
}
