/**
 * `npm run nightly [-- STEP …]`: what takes too long for every push. Each step is a command that can be run
 * by itself; a failure does not keep the next from running.
 */
import { spawn } from 'node:child_process';
import { childEnv } from '../platform/config/config.ts';

interface Step {
  readonly command: readonly [string, ...string[]];
  readonly env?: Readonly<Record<string, string>>;
}

const STEPS: Readonly<Record<string, Step>> = {
  /** Files in a random order: state that one leaves behind breaks another. */
  shuffle: { command: ['npm', 'test', '--', '--all', '--shuffle'] },
  fuzz: { command: ['npm', 'test', '--', 'src/test/e2e/fuzz.test.ts'], env: { CRIER_TEST_THOROUGH: 'true' } },
  /** Files that are broken at random: the seed is printed, and CRIER_TEST_SEED repeats it. */
  files: {
    command: ['npm', 'test', '--', 'src/test/security/file-fuzz.test.ts'],
    env: { CRIER_TEST_THOROUGH: 'true' },
  },
  /** Clients in Go that two generators make of the OpenAPI document: they compile. */
  clients: {
    command: ['npm', 'test', '--', 'src/http/openapi/generators.test.ts'],
    env: { CRIER_TEST_THOROUGH: 'true' },
  },
  /**
   * Every network in a browser, files of a gigabyte, builds that are interrupted, programs built elsewhere,
   * the Helm chart.
   */
  thorough: {
    command: [
      'npm',
      'test',
      '--',
      'connect-networks',
      'large-media',
      'uploads/memory',
      'e2e/first-page',
      'e2e/prebuilt-programs',
      'webhook-libraries',
      'src/test/helm',
    ],
    env: { CRIER_TEST_THOROUGH: 'true' },
  },
  /** The three programs of Temporal, from Go's cache of packages. */
  build: {
    command: ['npm', 'test', '--', 'src/run/embedded/temporal-build.test.ts'],
    env: { CRIER_TEST_BUILD: '1' },
  },
  /** The core without the workspaces that plug in: it builds, and its gates hold. */
  without: { command: ['node', 'src/test/without-workspaces.ts'] },
  /** Each guard is taken away once: a test must fail. */
  mutants: { command: ['npm', 'run', 'mutants', '--', '--jobs', '2'] },
  faults: { command: ['npm', 'run', 'faults', '--', 'all', '--jobs', '2'] },
  /** Several machines on one: Temporal as a cluster, a proxy and a pooler, and every process killed. */
  far: { command: ['npm', 'run', 'faults', '--', 'far'] },
  soak: { command: ['npm', 'run', 'faults', '--', 'soak'] },
  /** On the official base image where registries can be reached, never on a stand-in for it. */
  image: {
    command: ['npm', 'run', 'image', ...(process.env.GITHUB_ACTIONS ? ['--', '--official-base'] : [])],
  },
};

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function passes({ command: [program, ...args], env }: Step): Promise<boolean> {
  const child = spawn(program, args, { stdio: 'inherit', env: childEnv(env) });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve(code === 0));
  });
}

const wanted = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(STEPS);
const unknown = wanted.filter((name) => !STEPS[name]);
if (unknown.length) {
  say(`There is no step ${unknown.join(', ')}. Steps: ${Object.keys(STEPS).join(', ')}`);
  process.exit(2);
}
const failed: string[] = [];
for (const name of wanted) {
  const step = STEPS[name] as Step;
  say(`\n── ${name}: ${step.command.join(' ')}`);
  const began = Date.now();
  if (!(await passes(step))) failed.push(name);
  say(
    `── ${name}: ${failed.includes(name) ? 'failed' : 'passed'}, ${Math.round((Date.now() - began) / 60_000)} min`,
  );
}
process.exit(failed.length ? 1 : 0);
