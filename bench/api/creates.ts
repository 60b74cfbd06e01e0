/** Creates per second of the API and of bare Koa, at concurrency 8. */
import { randomBytes } from 'node:crypto';
import { interleave, median, percentile, spread, type Spread } from '../arithmetic.ts';
import type { Lab } from '../lab.ts';
import type { LoadReply } from '../load.ts';
import { cpuTable, table } from '../report.ts';
import { cpuBetween, joinCpu, sampleCpu, type CpuUse } from '../usage.ts';
import type { ApiSide, ApiSides } from './sides.ts';

const CONCURRENCY = 8;
/** Dates so far ahead that nothing comes due while this runs. */
const AHEAD_MS = 6 * 3600 * 1000;

interface Round {
  readonly side: ApiSide['name'];
  readonly done: number;
  readonly perSecond: number;
  readonly latenciesMs: readonly number[];
  readonly cpu: CpuUse;
}

/** Several rounds of both under one condition. */
export interface Creates {
  readonly when: string;
  readonly rounds: readonly (readonly Round[])[];
  /** The API's requests per second ÷ those of bare Koa, round by round. */
  readonly ratio: Spread;
}

/**
 * The options of a round. `when` is text; `settle` resolves when the API has no work left from a round, and
 * its CPU time counts until then.
 */
export interface CreatesOptions {
  readonly when: string;
  readonly seconds: number;
  readonly rounds: number;
  readonly say: (line: string) => void;
  settle(): Promise<unknown>;
}

/** Rounds of both sides in turn, after one of each to warm up. */
export async function compareCreates(
  lab: Lab,
  { product, bare }: ApiSides,
  options: CreatesOptions,
): Promise<Creates> {
  for (const side of [product, bare]) {
    await round(lab, side, { ...options, seconds: Math.max(2, options.seconds / 2) });
  }
  const rounds: Round[][] = [];
  for (const order of interleave([product, bare], options.rounds)) {
    const both: Round[] = [];
    for (const side of order) both.push(await round(lab, side, options));
    options.say(
      `${options.when}: ${both.map((r) => `${r.side} ${r.perSecond.toFixed(0)} per second`).join(', ')}`,
    );
    rounds.push(both);
  }
  const rate = (both: readonly Round[], name: Round['side']): number =>
    both.find((r) => r.side === name)?.perSecond ?? NaN;
  return {
    when: options.when,
    rounds,
    ratio: spread(rounds.map((both) => rate(both, 'api') / rate(both, 'bare Koa'))),
  };
}

async function round(lab: Lab, side: ApiSide, { seconds, settle }: CreatesOptions): Promise<Round> {
  const before = await sampleCpu(lab);
  const { url, apiKey, channels } = side;
  const reply = await lab.load.ask<LoadReply>({
    kind: 'create',
    url,
    apiKey,
    channels,
    token: randomBytes(6).toString('hex'),
    seconds,
    concurrency: CONCURRENCY,
    dueMs: Date.now() + AHEAD_MS,
  });
  // PostgreSQL closes idle sessions while the round settles: their CPU time is read before.
  const answered = await sampleCpu(lab);
  if (side.name === 'api') await settle();
  const { done, latenciesMs, fromMs, toMs } = reply;
  return {
    side: side.name,
    done,
    latenciesMs,
    perSecond: (done / (toMs - fromMs)) * 1000,
    cpu: joinCpu(cpuBetween(before, answered), cpuBetween(answered, await sampleCpu(lab))),
  };
}

const SIDES: readonly Round['side'][] = ['api', 'bare Koa'];
const roundsOf = ({ rounds }: Creates, side: Round['side']): Round[] =>
  rounds.flat().filter((r) => r.side === side);

/** Requests per second and latencies, one row for each side and condition. */
export function createsTable(all: readonly Creates[]): string {
  const rows = all.flatMap((creates) =>
    SIDES.map((side) => {
      const own = roundsOf(creates, side);
      const latencies = own.flatMap((r) => r.latenciesMs);
      const perSecond = spread(own.map((r) => r.perSecond));
      return [
        `${side}, ${creates.when}`,
        latencies.length,
        `${perSecond.median.toFixed(0)} (${perSecond.min.toFixed(0)}–${perSecond.max.toFixed(0)})`,
        percentile(latencies, 0.5).toFixed(1),
        percentile(latencies, 0.99).toFixed(1),
      ];
    }),
  );
  return table(['Creates at concurrency 8', 'requests', 'per second', 'p50, ms', 'p99, ms'], rows);
}

/** CPU time of each process per request, one row for each side and condition. */
export function createsCpu(all: readonly Creates[]): string {
  return cpuTable(
    all.flatMap((creates) =>
      SIDES.map((side) => {
        const own = roundsOf(creates, side);
        return {
          name: `${side}, ${creates.when}`,
          posts: own.reduce((sum, r) => sum + r.done, 0) / own.length,
          uses: own.map((r) => r.cpu),
        };
      }),
    ),
  );
}

/** Milliseconds of CPU that the API's own process takes for a request. */
export function apiCpuMs(creates: Creates): number {
  return median(roundsOf(creates, 'api').map(({ cpu, done }) => ((cpu.seconds.api ?? 0) * 1000) / done));
}
