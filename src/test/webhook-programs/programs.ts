/** Programs with the libraries of Standard Webhooks in Python and Go, and receivers written with them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { childEnv } from '../../platform/config/config.ts';
import { ensurePython } from '../servers/python-environment.ts';
import { cacheFolder, endProcess, run } from '../servers/server.ts';

const FOLDER = 'src/test/webhook-programs';
const PYTHON = {
  name: 'standardwebhooks-python-1.1.0',
  program: 'python3',
  install: ['standardwebhooks==1.1.0'],
} as const;
const GO_LIBRARY = 'github.com/standard-webhooks/standard-webhooks/libraries@v0.0.1';

/** @returns the Python that has the library */
export async function pythonWithLibrary(): Promise<string> {
  await ensurePython(PYTHON, () => undefined);
  return join(cacheFolder(PYTHON.name), 'bin', PYTHON.program);
}

/**
 * @param source of a program of one file
 * @returns the program, which is built once
 */
export async function buildGo(source: string): Promise<string> {
  const digest = createHash('sha256').update(GO_LIBRARY).update(source).digest('hex').slice(0, 16);
  const program = cacheFolder(`standardwebhooks-go-${digest}`);
  if (existsSync(program)) return program;
  await mkdir(dirname(program), { recursive: true });
  const cwd = await mkdtemp(`${program}.made-`);
  try {
    const options = { cwd, env: childEnv({ GOFLAGS: '-mod=mod -buildvcs=false' }) };
    await writeFile(join(cwd, 'main.go'), source);
    await run('go', ['mod', 'init', 'receiver'], options);
    await run('go', ['get', GO_LIBRARY], options);
    await run('go', ['build', '-o', 'receiver', '.'], options);
    await rename(join(cwd, 'receiver'), program);
  } finally {
    await rm(cwd, { recursive: true, force: true });
  }
  return program;
}

/** What starts the receiver of each language. */
export const RECEIVERS = {
  Python: async () => [await pythonWithLibrary(), join(FOLDER, 'receiver.py')],
  Go: async () => [await buildGo(readFileSync(join(FOLDER, 'receiver.go'), 'utf8'))],
} as const satisfies Record<string, () => Promise<string[]>>;

/** A receiver that is killed whenever it holds a request, and started again where it listened. */
export interface ProgramReceiver {
  readonly url: string;
  /** Its output since its first start, a line each. */
  readonly said: readonly string[];
  /** How often it was killed. */
  deaths(): number;
  /** Resolves when it listens. */
  up(): Promise<unknown>;
  /** Kills it, without warning, and starts it again. */
  kill(): Promise<unknown>;
  stop(): Promise<void>;
}

/** @param env SECRET, STORE (a file) and HOLD, as the programs name them */
export async function startProgram(
  [program = '', ...args]: readonly string[],
  env: Readonly<Record<'SECRET' | 'STORE' | 'HOLD', string>>,
): Promise<ProgramReceiver> {
  const said: string[] = [];
  let deaths = 0;
  let child: ChildProcess;
  const start = (PORT: string): Promise<string> => {
    child = spawn(program, args, { env: childEnv({ ...env, PORT }), stdio: ['ignore', 'pipe', 'inherit'] });
    const { stdout } = child;
    if (!stdout) throw new Error('the receiver has no output');
    return new Promise((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`the receiver ended with ${code}: ${said.join('\n')}`)));
      createInterface({ input: stdout }).on('line', (line) => {
        said.push(line);
        if (line.startsWith('port ')) resolve(line.slice(5));
        if (line === 'holding') void kill();
      });
    });
  };
  const port = await start('0');
  let up: Promise<unknown> = Promise.resolve();
  const kill = (): Promise<unknown> => {
    deaths += 1;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    up = gone.then(() => start(port));
    // The caller that waits for it gets the error.
    up.catch(() => undefined);
    return up;
  };
  return {
    url: `http://127.0.0.1:${port}/`,
    said,
    deaths: () => deaths,
    up: () => up,
    kill,
    async stop() {
      await up.catch(() => undefined);
      await endProcess(child);
    },
  };
}
