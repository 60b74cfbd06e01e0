import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../platform/context.ts';
import { noteMerges } from '../copy/merges.ts';
import { runPass, type BatchReport } from '../copy/run-pass.ts';
import { testChannels } from '../copy/test-channels.ts';
import { readOrganizations } from '../cutover/organizations.ts';
import { openMigration, registerSource, type Migration } from '../v1-source.ts';
import { readMissingFiles, lineOf, type PostWithoutFiles } from '../missing-files.ts';
import { readProblems, verify, type Compared, type Problem } from '../verify.ts';
import { counted } from '../../platform/counted.ts';
import { table, write, type Answer } from '../../run/cli/output.ts';
import { accessOf, type SourceOptions } from './access.ts';

/** Opens the migration, and closes it afterwards. */
export async function withMigration<T>(
  context: Context,
  work: (migration: Migration) => Promise<T>,
  options: SourceOptions = {},
): Promise<T> {
  const access = accessOf(options);
  const migration = access ? await registerSource(context, access) : await openMigration(context);
  try {
    return await work(migration);
  } finally {
    await migration.close();
  }
}

/** A line for people while a step is under way: on stderr, so that stdout holds the result alone. */
export const say = (line: string): void => void write(process.stderr, `${line}\n`);

/** `copy`: a pass over everything. */
export function copyFromV1(context: Context, options: SourceOptions): Promise<Answer> {
  return withMigration(
    context,
    async (migration) => {
      const sums = new Map<string, { read: number; written: number; removed: number }>();
      const began = performance.now();
      await noteMerges(migration, options.merge ?? []);
      await runPass(migration, {}, (batch) => {
        add(sums, batch);
        if (batch.written) say(`  ${batch.kind}: ${sums.get(batch.kind)?.written ?? 0} copied`);
      });
      const channels = await testChannels(migration);
      const problems = await readProblems(migration);
      const withoutFiles = await readMissingFiles(migration);
      const seconds = (performance.now() - began) / 1000;
      const kinds = [...sums].map(([kind, sum]) => ({ kind, ...sum }));
      return {
        json: { version: migration.source.version, kinds, channels, problems, withoutFiles, seconds },
        lines: [
          ...table(
            ['KIND', 'IN V1', 'COPIED', 'REMOVED'],
            kinds.map((one) => [one.kind, ...[one.read, one.written, one.removed].map(String)]),
          ),
          `Channels tried on their networks: ${channels.works} work, ${channels.fails} have to be connected again.`,
          ...problemLines(problems),
          ...fileLines(withoutFiles),
          ...(await stepLines(migration)),
          `Done in ${seconds.toFixed(1)} s. v1 still publishes. Next: migrate-v1 verify, then migrate-v1 watch.`,
        ],
      };
    },
    options,
  );
}

function add(
  sums: Map<string, { read: number; written: number; removed: number }>,
  batch: BatchReport,
): void {
  const sum = sums.get(batch.kind) ?? { read: 0, written: 0, removed: 0 };
  sum.read += batch.read;
  sum.written += batch.written;
  sum.removed += batch.removed;
  sums.set(batch.kind, sum);
}

/** What a step has left to report of an organisation, as "status" shows it. */
async function stepLines({ context, sourceId }: Migration): Promise<string[]> {
  const all = await readOrganizations(context.database, sourceId);
  return all.flatMap(({ name, problem }) => (problem ? [`${name}: ${problem}`] : []));
}

function problemLines(problems: readonly Problem[]): string[] {
  if (!problems.length) return [];
  return [
    '',
    'What was not copied unchanged:',
    ...problems.map(({ kind, problem, count }) => `  ${count} × ${kind}: ${problem}`),
    '',
  ];
}

const NAMED = 20;

/** Posts that a cutover asks about. */
function fileLines(posts: readonly PostWithoutFiles[]): string[] {
  if (!posts.length) return [];
  return [
    '',
    'Posts that wait for files that are not here (repeat copy with --uploads, or change them in v1):',
    ...posts.slice(0, NAMED).map((one) => `  ${one.organization}: ${lineOf(one)}`),
    ...(posts.length > NAMED ? [`  and ${posts.length - NAMED} more: see --json`] : []),
    '',
  ];
}

const differs = (compared: readonly Compared[]): number =>
  compared.reduce((sum, one) => sum + one.different + one.missing, 0);

/** `verify`: exit code 1 when something differs. */
export function verifyCopy(context: Context): Promise<Answer> {
  return withMigration(context, async (migration) => {
    const compared = await verify(migration);
    const count = differs(compared);
    const withoutFiles = await readMissingFiles(migration);
    return {
      json: { compared, problems: await readProblems(migration), withoutFiles },
      lines: [
        ...table(
          ['KIND', 'IN V1', 'THE SAME', 'DIFFERENT', 'MISSING'],
          compared.map((one) => [one.kind, ...[one.inV1, one.same, one.different, one.missing].map(String)]),
        ),
        ...fileLines(withoutFiles),
        count ? `Different or missing: ${count}. Run migrate-v1 copy or watch.` : 'The copy is complete.',
      ],
      failed: count > 0,
    };
  });
}

/** What was written in the seconds before a look may have been committed after it. */
const OVERLAP_MS = 60_000;

/**
 * `watch`: copies what changes until it is stopped. What a cutover or a crash interrupts is found by the
 * next look.
 */
export function watchV1(
  context: Context,
  { every, rounds = Infinity, json }: { every: number; rounds?: number; json?: boolean },
): Promise<Answer> {
  return withMigration(context, async (migration) => {
    let written = 0;
    let round = 0;
    const stop = new AbortController();
    const end = (): void => stop.abort();
    process.once('SIGINT', end).once('SIGTERM', end);
    // The first look reads everything: it also finds what was deleted permanently.
    for (let since: Date | undefined; round < rounds && !stop.signal.aborted; round++) {
      const began = new Date();
      const before = written;
      await runPass(migration, since ? { since } : {}, (batch) => (written += batch.written + batch.removed));
      since = new Date(began.getTime() - OVERLAP_MS);
      if (!json) {
        say(`${began.toISOString()}  ${counted(written - before, 'change')} copied`);
        (await stepLines(migration)).forEach(say);
      }
      if (round + 1 < rounds) {
        await sleep(every * 1000, undefined, { signal: stop.signal }).catch((error: unknown) => {
          if (!stop.signal.aborted) throw error;
        });
      }
    }
    process.off('SIGINT', end).off('SIGTERM', end);
    return { json: { rounds: round, written }, lines: [`${counted(written, 'change')} copied.`] };
  });
}
