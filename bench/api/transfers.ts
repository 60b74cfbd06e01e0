/** Lists and uploads: megabytes per second of the API and of bare Koa. */
import { randomFillSync } from 'node:crypto';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mp4 } from '../../src/platform/media/fixtures/mp4.ts';
import { interleave, median, spread, type Spread } from '../arithmetic.ts';
import type { Lab } from '../lab.ts';
import { table } from '../report.ts';
import { cpuBetween, memoryOf, peakOf, resetPeak, sampleCpu } from '../usage.ts';
import type { RequestReply } from './requests.ts';
import type { ApiSide, ApiSides } from './sides.ts';

/** One round of one side. */
interface Transfer {
  readonly side: ApiSide['name'];
  readonly seconds: number;
  readonly megabytes: number;
  /** CPU seconds of the side's own process for one request. */
  readonly cpu: number;
  /** The most by which its resident memory rose, in megabytes. */
  readonly grown: number;
}

export interface Transfers {
  readonly what: string;
  readonly rounds: readonly (readonly Transfer[])[];
  /** Megabytes per second of the API ÷ those of bare Koa; for seconds, the other way round. */
  readonly rates: Spread;
  readonly times: Spread;
}

export interface TransferOptions {
  readonly what: string;
  readonly path: string;
  /** What is uploaded; absent: something is downloaded. */
  readonly file?: string;
  /** Requests of a round, one after another. */
  readonly count: number;
  readonly rounds: number;
  readonly say: (line: string) => void;
}

/** A video of this many bytes, which cannot be compressed except for its header. */
export function writeFilm(folder: string, samples: number): string {
  const file = mp4({ samples });
  randomFillSync(file, file.length - samples);
  const path = join(folder, 'film.mp4');
  writeFileSync(path, file);
  return path;
}

/** Rounds of both sides in turn, after one of each to warm up. Uploads are deleted after each. */
export async function compareTransfers(
  lab: Lab,
  sides: ApiSides,
  options: TransferOptions,
): Promise<Transfers> {
  const both = [sides.product, sides.bare];
  for (const side of both) await transfer(lab, side, { ...options, pid: sides.pid(side) });
  const rounds: Transfer[][] = [];
  for (const order of interleave(both, options.rounds)) {
    const round: Transfer[] = [];
    for (const side of order) round.push(await transfer(lab, side, { ...options, pid: sides.pid(side) }));
    options.say(
      `${options.what}: ${round.map((t) => `${t.side} ${(t.megabytes / t.seconds).toFixed(0)} MB per second`).join(', ')}`,
    );
    rounds.push(round);
  }
  const ratio = (pick: (transfer: Transfer) => number): Spread =>
    spread(
      rounds.map((round) => {
        const [api, bare] = (['api', 'bare Koa'] as const).map(
          (name) => round.filter((t) => t.side === name).map(pick)[0] ?? NaN,
        );
        return (api ?? NaN) / (bare ?? NaN);
      }),
    );
  return {
    what: options.what,
    rounds,
    rates: ratio((t) => t.megabytes / t.seconds),
    times: ratio((t) => t.seconds),
  };
}

/** Writes of the previous side are still on their way to the disk for a while. */
const SETTLE_MS = 1000;

async function transfer(
  lab: Lab,
  side: ApiSide,
  { path, file, count, pid }: TransferOptions & { pid: number },
): Promise<Transfer> {
  const before = await sampleCpu(lab);
  resetPeak(pid);
  const resident = memoryOf(pid)?.rss ?? 0;
  const { ms, bytes } = await lab.load.ask<RequestReply>({
    kind: 'request',
    url: side.url,
    path: `/public/v1${path}`,
    apiKey: side.apiKey,
    count,
    file,
  });
  const grown = Math.max(0, peakOf(pid) - resident);
  const cpu = cpuBetween(before, await sampleCpu(lab));
  if (file) {
    // Not the folder of unfinished uploads.
    for (const name of readdirSync(side.uploadFolder).filter((n) => !n.startsWith('.'))) {
      rmSync(join(side.uploadFolder, name), { recursive: true, force: true });
    }
    await sleep(SETTLE_MS);
  }
  return {
    side: side.name,
    seconds: median(ms) / 1000,
    megabytes: bytes / 1e6,
    cpu: (cpu.seconds[side.name] ?? 0) / count,
    grown,
  };
}

/** The most by which the API's memory rose in a round, in megabytes. */
export function mostGrown({ rounds }: Transfers): number {
  return Math.max(
    ...rounds
      .flat()
      .filter((t) => t.side === 'api')
      .map((t) => t.grown),
  );
}

/** One row for each kind and side: medians, and the most that memory rose. */
export function transfersTable(all: readonly Transfers[]): string {
  const rows = all.flatMap(({ what, rounds }) =>
    (['api', 'bare Koa'] as const).map((side) => {
      const own = rounds.flat().filter((t) => t.side === side);
      const mid = (pick: (transfer: Transfer) => number): number => median(own.map(pick));
      return [
        `${side}, ${what}`,
        mid((t) => t.megabytes).toFixed(1),
        mid((t) => t.seconds).toFixed(3),
        mid((t) => t.megabytes / t.seconds).toFixed(0),
        mid((t) => t.cpu).toFixed(2),
        Math.max(...own.map((t) => t.grown)).toFixed(0),
      ];
    }),
  );
  return table(
    ['Lists and uploads', 'MB', 'seconds', 'MB per second', 'CPU of its process, s', 'memory rose by, MB'],
    rows,
  );
}
