/** `migration`: how fast the rows and the files of v1 are copied, and what that takes of memory. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { childEnv } from '../../platform/config/config.ts';
import { png } from '../../test/factories.ts';
import { mountSmallDisk } from '../../test/faults/small-disk.ts';
import { Unavailable } from '../../test/servers/server.ts';
import { makeV1Source, type V1Source } from './make-source.ts';
import { openLab, type Lab } from '../../../bench/lab.ts';
import type { Measure, Size } from '../../../bench/measure.ts';
import { openProduct } from '../../../bench/product.ts';
import { machineFacts, table, type Result } from '../../../bench/report.ts';
import { peakOf } from '../../../bench/usage.ts';

const ORGANIZATIONS = 20;
const ROWS_PER_SECOND = 2000;
const MEGABYTES = 300;
const CLI = resolve('src/run/cli/main.ts');
/** Sparse files: they have their size, and take no space. */
const FILE_BYTES = 5_000_000;
/** 10 GB for the full number of posts. */
const POSTS_PER_FILE = 25;
/** What another disk gets, which is a tmpfs here: a file that is copied takes its space. */
const COPIED_FILES = 60;

export const migration: Measure = {
  name: 'migration',
  title:
    'an instance of v1.65 with 50,000 posts, a tenth of which wait, and 10 GB of files is copied; then once more, unchanged',
  full: { posts: 50_000, rounds: 2 },
  short: { posts: 2000, rounds: 2 },
  run,
};

/**
 * One `copy` as an operator types it. Seconds as the command reports them: from its first row to its last.
 */
interface Pass {
  readonly files: number;
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
    const v1 = await makeOld(lab, { posts, files: posts / POSTS_PER_FILE, say });
    const passes: Pass[] = [];
    for (let round = 0; round < rounds; round++) passes.push(await copy(lab, v1));
    const [first] = passes;
    const rate = first ? first.rows / first.seconds : 0;
    const most = Math.max(...passes.map(({ megabytes }) => megabytes));
    return {
      findings: [
        {
          what: 'rows copied per second, with their files linked',
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
          ['Copy', 'rows read', 'rows written', 'files', 'seconds', 'rows per second', 'peak RSS, MB'],
          passes.map(({ rows, written, files, seconds, megabytes }, n) => [
            n === 0 ? 'first' : 'again',
            rows,
            written,
            files,
            seconds.toFixed(1),
            (rows / seconds).toFixed(0),
            megabytes.toFixed(0),
          ]),
        ),
        await copyToAnotherDisk(lab, say),
      ],
    };
  } finally {
    await lab.stop();
  }
}

/** A v1, and its folder of files. */
interface Old {
  readonly v1: V1Source;
  readonly uploads: string;
}

async function makeOld(
  lab: Lab,
  { posts, files, say }: { posts: number; files: number; say: Size['say'] },
): Promise<Old> {
  say(`making v1 with ${posts} posts and ${files} files of ${FILE_BYTES / 1e6} MB`);
  const v1 = await makeV1Source(lab.databaseUrl, {
    age: 'v1.65.7',
    organizations: ORGANIZATIONS,
    posts,
    waiting: posts / 10,
    seed: `${posts} posts`,
  });
  lab.onStop(() => v1.drop());
  // The others would be tried on their networks.
  await v1.query(`update "Integration" set disabled = true where "providerIdentifier" <> 'sandbox'`);
  const uploads = join(lab.config.CRIER_DATA_DIR, `old-uploads-${files}`);
  const paths = Array.from({ length: files }, (_, n) => {
    const day = String((n % 28) + 1).padStart(2, '0');
    return `2025/03/${day}/${createHash('md5').update(`${files} ${n}`).digest('hex')}.png`;
  });
  for (const path of paths) {
    const file = join(uploads, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, png());
    truncateSync(file, FILE_BYTES);
  }
  await v1.query('delete from "Media"');
  await v1.query(
    `insert into "Media" (id, name, path, "organizationId", "createdAt", "updatedAt")
      select gen_random_uuid()::text, 'photo.png', 'https://old.example/uploads/' || path, ($2::text[])[1 + n % $3], now(), now()
      from unnest($1::text[]) with ordinality as f(path, n)`,
    [paths, v1.organizations.map(({ id }) => id), ORGANIZATIONS],
  );
  return { v1, uploads };
}

/** Where both folders are on one disk, files are linked; else they are copied and compared. */
async function copyToAnotherDisk(lab: Lab, say: Size['say']): Promise<string> {
  const megabytes = (COPIED_FILES * FILE_BYTES) / 1e6;
  const disk = await mountSmallDisk(megabytes * 1.2).catch((error: unknown) => {
    if (error instanceof Unavailable) return null;
    throw error;
  });
  if (!disk) return 'Copying to another disk was not tried: this machine mounts none.';
  lab.onStop(() => disk.unmount());
  const old = await makeOld(lab, { posts: 10, files: COPIED_FILES, say });
  const { files, seconds, megabytes: peak } = await copy(lab, old, { UPLOAD_DIRECTORY: disk.folder });
  return `To another disk, ${files} files of ${megabytes} MB together were copied and compared in ${seconds.toFixed(1)} s (${(megabytes / seconds).toFixed(0)} MB a second, peak RSS ${peak.toFixed(0)} MB).`;
}

/** Those with which `npm run migrate:v1` starts Node. */
function nodeOptions(): string[] {
  const { scripts } = JSON.parse(readFileSync(resolve('package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return (scripts['migrate:v1'] ?? '').split(' ').filter((word) => word.startsWith('--'));
}

async function copy(
  lab: Lab,
  { v1, uploads }: Old,
  more: Readonly<Record<string, string>> = {},
): Promise<Pass> {
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
    ...more,
  });
  const access = ['--source', v1.url, '--jwt-secret-file', secret, '--uploads', uploads];
  const args = [...nodeOptions(), CLI, 'migrate-v1', 'copy', ...access, '--json'];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let peak = 0;
  // What a process has had at most is gone with it.
  const look = setInterval(() => (peak = Math.max(peak, peakOf(child.pid ?? 0))), 50);
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
  clearInterval(look);
  if (code !== 0) throw new Error(`migrate-v1 copy ended with ${String(code)}: ${printed.slice(0, 500)}`);
  const { kinds, seconds } = JSON.parse(printed) as {
    kinds: { kind: string; read: number; written: number }[];
    seconds: number;
  };
  const sum = (pick: (kind: (typeof kinds)[number]) => number): number =>
    kinds.reduce((total, kind) => total + pick(kind), 0);
  return {
    rows: sum((k) => k.read),
    written: sum((k) => k.written),
    files: kinds.find(({ kind }) => kind === 'media')?.written ?? 0,
    seconds,
    megabytes: peak,
  };
}
