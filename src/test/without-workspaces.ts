/**
 * `npm run nightly -- without`: in a copy of the tree, deletes the workspaces that plug in, writes the lists
 * and what else is generated, and checks that the core stands by itself: the gates with all types, the bundle
 * of the workflows, what is generated, and tests of the seams.
 */
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { childEnv } from '../platform/config/config.ts';
import { run } from './servers/server.ts';
import { workspaces } from './write-plugs.ts';

/** The steps of `npm run generate`, without its check of the packages. */
const GENERATE = ['write-plugs', 'write-registry', 'write-icons', 'write-docs', 'generate-error-docs'].map(
  (name) => `src/test/${name}.ts`,
);
/** The gates check all types. Documents name the workspaces, and are not among these. */
const TESTS = [
  'src/test/gates',
  'temporal/bundle.test.ts',
  'temporal/replay.test.ts',
  'src/test/mutants/mutants.test.ts',
  'src/test/run-options.test.ts',
  'src/http/came-over.test.ts',
  'src/http/openapi/document.test.ts',
  'src/platform/entities/kinds.test.ts',
  'src/web/gates.test.ts',
  'activities/published-elsewhere.test.ts',
];

const folder = mkdtempSync(join(tmpdir(), 'crier-without-'));

async function must(program: string, ...args: readonly string[]): Promise<void> {
  const words = [program, ...args].join(' ');
  process.stdout.write(`── ${words}\n`);
  const child = spawn(program, args, { cwd: folder, stdio: 'inherit', env: childEnv() });
  const code = await new Promise((ended, reject) => child.once('error', reject).once('close', ended));
  if (code !== 0) throw new Error(`Without ${workspaces().join(', ')}, this fails: ${words}`);
}

/** The files that are, or would be, committed, and links to the packages. */
async function copyTree(): Promise<void> {
  const names = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard']);
  for (const name of names.split('\0').filter((file) => file && existsSync(file))) {
    cpSync(name, join(folder, name));
  }
  // What lies in the packages' folder is written there by the checks, and is not to be written to ours.
  for (const workspace of [
    '.',
    ...globSync('src/*').filter((room) => existsSync(join(room, 'node_modules'))),
  ]) {
    const [from, to] = [join(workspace, 'node_modules'), join(folder, workspace, 'node_modules')];
    mkdirSync(to, { recursive: true });
    const packages = readdirSync(from).filter((name) => name !== '.cache' && name !== '@crier');
    for (const name of packages) symlinkSync(resolve(from, name), join(to, name));
  }
  for (const link of globSync('node_modules/@crier/*')) {
    const to = join(folder, link);
    mkdirSync(dirname(to), { recursive: true });
    symlinkSync(join('../..', 'src', link.replace(/^.*\//, '')), to);
  }
}

try {
  await copyTree();
  for (const name of workspaces()) rmSync(join(folder, 'src', name), { recursive: true });
  for (const file of [...GENERATE, 'src/client/generate.ts']) await must(process.execPath, file);
  await must(process.execPath, 'src/test/run.ts', ...TESTS);
  process.stdout.write(`The core stands without ${workspaces().join(', ')}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
