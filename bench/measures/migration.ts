/** `migration`: how fast the rows of v1 are copied, and what that takes of memory. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { childEnv } from '../../src/config.ts';
import { makeV1Source, type V1Source } from '../../src/test/v1/make-source.ts';
import { openLab, type Lab } from '../lab.ts';
import type { Measure, Size } from '../measure.ts';
import { openProduct } from '../product.ts';
import { machineFacts, table, type Result } from '../report.ts';
import { peakOf } from '../usage.ts';

const ORGANIZATIONS = 20;
const ROWS_PER_SECOND = 2000;
const MEGABYTES = 300;
const CLI = resolve('src/cli/main.ts');

export const migration: Measure = {
  name: 'migration',
  title:
    'an instance of v1.65 with 50,000 posts, a tenth of which wait, is copied; then once more, unchanged',
  full: { posts: 50_000, rounds: 2 },
  short: { posts: 2000, rounds: 2 },
  run,
};

/** One `copy` as an operator types it. Seconds as the command says them: from its first row to its last. */
interface Pass {
  readonly rows: number;
  readonly written: number;
  readonly seconds: number;
  readonly megabytes: number;
}

async function run({ posts, rounds, say }: Size): Promise<Result> {
  const lab = await openLab(say);
  try {
    await openProduct(lab);
    const facts = await machineFacts(lab);
    say(`making v1 with ${posts} posts`);
    const v1 = await makeV1Source(lab.databaseUrl, {
      age: 'v1.65.7',
      organizations: ORGANIZATIONS,
      posts,
      waiting: posts / 10,
    });
    lab.onStop(() => v1.drop());
    // The others would be tried at their networks.
    await v1.query(`update "Integration" set disabled = true where "providerIdentifier" <> 'sandbox'`);
    const passes: Pass[] = [];
    for (let round = 0; round < rounds; round++) passes.push(await copy(lab, v1));
    const [first] = passes;
    const rate = first ? first.rows / first.seconds : 0;
    const most = Math.max(...passes.map(({ megabytes }) => megabytes));
    return {
      findings: [
        {
          what: 'rows copied per second, files apart',
          goal: `≥ ${ROWS_PER_SECOND}`,
          measured: rate.toFixed(0),
          met: rate >= ROWS_PER_SECOND,
        },
        {
          what: 'largest memory of the command (RSS)',
          goal: `≤ ${MEGABYTES} MB`,
          measured: `${most.toFixed(0)} MB`,
          met: most <= MEGABYTES,
        },
      ],
      details: [
        facts,
        table(
          ['Copy', 'rows read', 'rows written', 'seconds', 'rows per second', 'peak RSS, MB'],
          passes.map(({ rows, written, seconds, megabytes }, n) => [
            n === 0 ? 'first' : 'again',
            rows,
            written,
            seconds.toFixed(1),
            (rows / seconds).toFixed(0),
            megabytes.toFixed(0),
          ]),
        ),
      ],
    };
  } finally {
    await lab.stop();
  }
}

async function copy(lab: Lab, v1: V1Source): Promise<Pass> {
  const { CRIER_DATA_DIR, CRIER_CACHE_DIR } = lab.config;
  const secret = join(CRIER_DATA_DIR, 'v1-secret');
  writeFileSync(secret, v1.jwtSecret, { mode: 0o600 });
  const env = childEnv({
    DATABASE_URL: lab.databaseUrl,
    TEMPORAL_ADDRESS: lab.temporalAddress,
    CRIER_DATA_DIR,
    CRIER_CACHE_DIR,
    CRIER_SANDBOX: 'true',
    NODE_OPTIONS: '',
  });
  const args = [CLI, 'migrate-v1', 'copy', '--source', v1.url, '--jwt-secret-file', secret, '--json'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let peak = 0;
  // What a process has had at most is gone with it.
  const look = setInterval(() => (peak = Math.max(peak, peakOf(child.pid ?? 0))), 50);
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  clearInterval(look);
  if (code !== 0) throw new Error(`migrate-v1 copy ended with ${String(code)}: ${printed.slice(0, 500)}`);
  const { kinds, seconds } = JSON.parse(printed) as {
    kinds: { read: number; written: number }[];
    seconds: number;
  };
  const sum = (pick: (kind: (typeof kinds)[number]) => number): number =>
    kinds.reduce((total, kind) => total + pick(kind), 0);
  return { rows: sum((k) => k.read), written: sum((k) => k.written), seconds, megabytes: peak };
}
