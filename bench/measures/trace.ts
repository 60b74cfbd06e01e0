/** `trace`: what one create waits for until its answer, by how many are made at a time. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openLab } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { machineFacts, table, type Result } from '../report.ts';
import { productSide } from '../sides.ts';
import type { TracedCreate } from '../trace/preload.ts';

const AT_A_TIME = [1, 8, 32, 64];
/** Dates so far ahead that nothing comes due while this runs. */
const AHEAD_MS = 6 * 3600 * 1000;

export const trace: Measure = {
  name: 'trace',
  title: 'what one create waits for until its answer; `--posts` sets the seconds for each concurrency',
  full: { posts: 15, rounds: 1 },
  short: { posts: 4, rounds: 1 },
  run,
};

async function run(size: Size): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'crier-trace-'));
  const file = join(folder, 'creates.json');
  const lab = await openLab(size.say);
  try {
    const side = await productSide(lab, {
      profileDir: size.profileDir,
      preload: { file: resolve('bench/trace/preload.ts'), env: { CRIER_BENCH_TRACE: file } },
    });
    const facts = await machineFacts(lab);
    await side.create({ seconds: 3, concurrency: 8, dueMs: Date.now() + AHEAD_MS });
    const windows: { concurrency: number; fromMs: number; toMs: number; perSecond: number }[] = [];
    for (const concurrency of AT_A_TIME) {
      const fromMs = Date.now();
      const { done, toMs } = await side.create({
        seconds: size.posts,
        concurrency,
        dueMs: fromMs + AHEAD_MS,
      });
      windows.push({ concurrency, fromMs, toMs, perSecond: (done / (toMs - fromMs)) * 1000 });
      size.say(`${concurrency} at a time: ${windows.at(-1)?.perSecond.toFixed(1)} per second`);
    }
    await side.product.stop('api');
    const creates = JSON.parse(readFileSync(file, 'utf8')) as TracedCreate[];
    const columns = windows.map(({ fromMs, toMs }) =>
      meansOf(creates.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)),
    );
    const names = [...new Set(columns.flatMap((column) => [...column.keys()]))];
    return {
      findings: [],
      details: [
        facts,
        table(
          ['Mean milliseconds of a create', ...windows.map((w) => `${w.concurrency} at a time`)],
          names.map((name) => [name, ...columns.map((column) => column.get(name)?.toFixed(1) ?? '')]),
        ),
        table(
          ['Creates with their run', ...windows.map((w) => `${w.concurrency} at a time`)],
          [['per second', ...windows.map((w) => w.perSecond.toFixed(1))]],
        ),
      ],
    };
  } finally {
    await lab.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Of each span its mean, in the order in which they begin; then what is left, and all. */
function meansOf(creates: readonly TracedCreate[]): Map<string, number> {
  const spans = new Map<string, { from: number; took: number }>();
  let [left, all] = [0, 0];
  for (const { tookMs, spans: own } of creates) {
    let waited = 0;
    for (const { name: what, fromMs, toMs } of own) {
      const isBeside = toMs > tookMs;
      const name = isBeside ? `${what}, beside the answer` : what;
      const sum = spans.get(name) ?? { from: 0, took: 0 };
      spans.set(name, { from: sum.from + fromMs, took: sum.took + toMs - fromMs });
      if (!isBeside) waited += toMs - fromMs;
    }
    left += tookMs - waited;
    all += tookMs;
  }
  const inOrder = [...spans].toSorted(([, a], [, b]) => a.from - b.from);
  return new Map([
    ...inOrder.map(([name, { took }]): [string, number] => [name, took / creates.length]),
    ['the rest, in the process', left / creates.length],
    ['until the answer', all / creates.length],
  ]);
}
