/**
 * `npm run mutants [-- ID …]`: takes away one guard after the other, in a copy of the tree, and shows that a
 * test fails each time. `ledger/` stands for all of an area; `--list` names them; `--jobs N` runs that many
 * at once (each in a copy of its own). Exit code 1 when a mutant survives, 2 when one no longer applies.
 */
import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { childEnv, loadConfig } from '../../platform/config/config.ts';
import { startSharedServers, type SharedServers } from '../shared-servers.ts';
import { mutants } from './catalogue.ts';
import { mutated, type Mutant } from './mutant.ts';

/** `killed`: a test failed. `broken`: a file did not even run, which proves nothing about its tests. */
type Verdict = { readonly kind: 'killed' | 'survived' | 'broken'; readonly words: string };

interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const ROOT = resolve('.');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' }, jobs: { type: 'string', default: '1' } },
});

function chosen(): readonly Mutant[] {
  if (positionals.length === 0) return mutants;
  const isNamed = ({ id }: Mutant): boolean =>
    positionals.some((name) => id === name || (name.endsWith('/') && id.startsWith(name)));
  const unknown = positionals.filter(
    (name) => !mutants.some(({ id }) => id === name || (name.endsWith('/') && id.startsWith(name))),
  );
  if (unknown.length) throw new Error(`There is no mutant ${unknown.join(', ')}: npm run mutants -- --list`);
  return mutants.filter(isNamed);
}

/** Those whose guard is no longer where it was. */
function misfits(mutants: readonly Mutant[]): string[] {
  return mutants.flatMap((mutant) => {
    try {
      mutated(ROOT, mutant);
      return [];
    } catch (error) {
      return [(error as Error).message];
    }
  });
}

/** The files of the working tree, with its node_modules. */
function copyTree(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of listed.split('\0').filter(Boolean)) {
    // One that was deleted and not committed is listed all the same.
    if (!existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

class Workshop {
  readonly #folder: string;
  readonly #servers: SharedServers;

  constructor(folder: string, servers: SharedServers) {
    this.#folder = folder;
    this.#servers = servers;
    copyTree(folder);
  }

  async tests(files: readonly string[], env: Record<string, string> = {}): Promise<FileResult[]> {
    const report = join(this.#folder, 'mutants-report.json');
    rmSync(report, { force: true });
    const args = ['--no-warnings', 'node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`];
    const child = spawn(process.execPath, [...args, '--maxWorkers=1', '--runTestsByPath', ...files], {
      cwd: this.#folder,
      stdio: 'ignore',
      env: childEnv({
        CRIER_TEST_DATABASE_URL: this.#servers.databaseUrl,
        CRIER_TEST_TEMPORAL_ADDRESS: this.#servers.temporalAddress,
        NODE_COMPILE_CACHE: join(loadConfig().CRIER_CACHE_DIR, 'compile'),
        ...env,
      }),
    });
    await new Promise((ended, failed) => child.once('error', failed).once('close', ended));
    return (JSON.parse(readFileSync(report, 'utf8')) as { testResults: FileResult[] }).testResults;
  }

  /** Runs the mutant's tests, file by file, until one fails. */
  async try(mutant: Mutant): Promise<Verdict> {
    const file = join(this.#folder, mutant.file);
    const before = readFileSync(file, 'utf8');
    const changesSchema = mutant.file.startsWith('migrations/');
    writeFileSync(file, mutated(this.#folder, mutant));
    try {
      for (const test of mutant.tests) {
        const results = await this.tests([test], changesSchema ? { CRIER_TEST_OWN_SCHEMA: 'true' } : {});
        const failed = failures(results);
        if (failed[0]) {
          const others = failed.length > 1 ? ` (and ${failed.length - 1} more)` : '';
          return { kind: 'killed', words: `${test}: ${failed[0]}${others}` };
        }
        const stuck = results.find(({ status }) => status === 'failed');
        if (stuck) return { kind: 'broken', words: `${test} did not run: ${stuck.message.slice(0, 300)}` };
      }
      return { kind: 'survived', words: `no test fails in ${mutant.tests.join(', ')}` };
    } finally {
      writeFileSync(file, before);
    }
  }
}

const failures = (results: readonly FileResult[]): string[] =>
  results.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );

/** Without any mutant all tests pass; otherwise a failure would prove nothing. */
async function assertSound(workshop: Workshop, mutants: readonly Mutant[]): Promise<void> {
  const files = [...new Set(mutants.flatMap(({ tests }) => tests))];
  say(`${mutants.length} mutants; first their ${files.length} test files, which must pass without any`);
  const results = await workshop.tests(files);
  const failed = [
    ...failures(results),
    ...results.filter(({ status }) => status === 'failed').map(({ name }) => name),
  ];
  if (failed.length) throw new Error(`These fail without any mutant: ${failed.join('; ')}`);
}

async function runAll(mutants: readonly Mutant[], folder: string, servers: SharedServers): Promise<boolean> {
  const shops = Array.from(
    { length: Math.max(1, Math.min(Number(values.jobs), mutants.length)) },
    (_, n) => new Workshop(join(folder, String(n)), servers),
  );
  if (shops[0]) await assertSound(shops[0], mutants);
  const waiting = [...mutants];
  const left: string[] = [];
  await Promise.all(
    shops.map(async (shop) => {
      for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
        const { kind, words } = await shop.try(mutant);
        say(`${kind.padEnd(8)} ${mutant.id}: ${words}`);
        if (kind !== 'killed') left.push(`${mutant.id} (${kind}): ${mutant.rule}, in ${mutant.file}`);
      }
    }),
  );
  say(`\n${mutants.length - left.length} of ${mutants.length} guards: a test fails without them`);
  for (const line of left) say(`NO TEST FAILS: ${line}`);
  return left.length === 0;
}

async function main(): Promise<number> {
  if (values.list) {
    for (const { id, rule, file } of mutants) say(`${id.padEnd(28)} ${rule} (${file})`);
    return 0;
  }
  const selected = chosen();
  const wrong = misfits(selected);
  for (const line of wrong) say(line);
  if (wrong.length) return 2;
  const folder = mkdtempSync(join(tmpdir(), 'crier-mutants-'));
  const servers = await startSharedServers(say);
  const stop = (): Promise<void> =>
    servers.stop().finally(() => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(130)));
  }
  try {
    return (await runAll(selected, folder, servers)) ? 0 : 1;
  } finally {
    await stop();
  }
}

process.exit(await main());
