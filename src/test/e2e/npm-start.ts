/** `npm start` as a person runs it: a terminal's process group, a screen, Ctrl-C. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { childEnv, loadConfig } from '../../platform/config/config.ts';
import { freePort } from '../../run/embedded/ports.ts';
import { ensureWeb } from '../../http/build-web.ts';
import { ensureBundle } from '../../run/roles/workflow-bundle.ts';
import { eventually } from '../instance.ts';

/** A data folder, its ports, and what runs on it. */
export interface Home {
  readonly dataDir: string;
  readonly url: string;
  readonly env: NodeJS.ProcessEnv;
  /**
   * Runs `npm start`, with these variables too, until its screen is complete. Rejects with what it showed
   * when it ends before.
   */
  start(more?: NodeJS.ProcessEnv): Promise<Running>;
  /** Process numbers and commands of everything that was started for this folder and still runs. */
  processes(): Promise<string[]>;
  /** Ends what is left and removes the folder. */
  remove(): Promise<void>;
}

/** A running `npm start`. */
export interface Running {
  /** Everything it has printed. */
  screen(): string;
  /**
   * Sends a signal to the whole process group, as the terminal does with Ctrl-C, or to npm alone; resolves
   * with npm's exit code, or its signal.
   */
  signal(signal: NodeJS.Signals, to?: 'group' | 'npm'): Promise<number | string>;
}

const STARTED = 'Crier is running';
const START_MS = 120_000;

/** What a start makes for itself, each in about two seconds. */
const MADE = /^(compile|web-\w+|workflows-\w+\.js)$/;

/**
 * Makes `folder` a cache folder without Temporal's programs: what is compiled, the web app and the workflows
 * are links to this machine's, so that a start need not make them again.
 */
export async function makeCacheWithoutTemporal(folder: string): Promise<void> {
  const config = loadConfig();
  await Promise.all([ensureWeb(config), ensureBundle(config)]);
  mkdirSync(folder);
  for (const name of readdirSync(config.CRIER_CACHE_DIR).filter((name) => MADE.test(name))) {
    symlinkSync(join(config.CRIER_CACHE_DIR, name), join(folder, name));
  }
}

/** A new folder with free ports. */
export async function makeHome(): Promise<Home> {
  const dataDir = mkdtempSync(join(tmpdir(), 'crier-home-'));
  chmodSync(dataDir, 0o711); // as root, PostgreSQL's own user passes through it
  const port = await freePort();
  const env = childEnv({
    CRIER_DATA_DIR: dataDir,
    PORT: String(port),
    TEMPORAL_PORT: String(await freePort()),
    TEMPORAL_UI_PORT: String(await freePort()),
    NODE_OPTIONS: undefined,
    NODE_ENV: undefined,
    DATABASE_URL: undefined,
    TEMPORAL_ADDRESS: undefined,
  });
  const children: ChildProcess[] = [];
  return {
    dataDir,
    env,
    url: `http://127.0.0.1:${port}`,
    async start(more = {}) {
      const child = spawn('npm', ['start'], {
        cwd: resolve('.'),
        env: { ...env, ...more },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      children.push(child);
      return running(child);
    },
    processes: () => processesOf(dataDir),
    async remove() {
      for (const child of children) {
        if (child.pid && child.exitCode === null && child.signalCode === null) {
          process.kill(-child.pid, 'SIGKILL');
        }
      }
      await eventually('nothing is left', async () => (await processesOf(dataDir)).length === 0, 60_000);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function running(child: ChildProcess): Promise<Running> {
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => void output.push(chunk.toString()));
  }
  const screen = (): string => output.join('');
  const ended = new Promise<number | string>((done) =>
    child.once('close', (code, signal) => done(signal ?? code ?? '')),
  );
  // The screen ends with the example, or with the way to another key.
  await eventually(
    'npm start shows its screen',
    () => {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${screen()}`);
      return screen().includes(STARTED) && screen().includes("}]}]}'\n");
    },
    START_MS,
  );
  return {
    screen,
    signal(signal, to = 'group') {
      process.kill((child.pid as number) * (to === 'group' ? -1 : 1), signal);
      return ended;
    },
  };
}

// Each of them has the folder in its arguments or its environment (`e`); npm's own shells are among them.
async function processesOf(dataDir: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['axeww', '-o', 'pid=,args='], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout
    .split('\n')
    .filter((line) => line.includes(dataDir) && !line.includes('ps axeww'))
    .map((line) => line.slice(0, 150));
}

/**
 * Runs the supervisor without npm, for a start that is refused; resolves with its exit code and all its
 * output.
 */
export async function refusedStart(
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; lines: string[] }> {
  const child = spawn(process.execPath, [resolve('src/run/main.ts'), 'all'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = await Promise.all([
    child.stdout.toArray(),
    child.stderr.toArray(),
    new Promise((done) => child.once('close', done)),
  ]);
  return {
    code: child.exitCode,
    lines: Buffer.concat([...output, ...errors] as Buffer[])
      .toString()
      .trim()
      .split('\n'),
  };
}
