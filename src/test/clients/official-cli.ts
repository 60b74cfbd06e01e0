/** The official command line of existing clients, unchanged, as a process. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { childEnv } from '../../platform/config/config.ts';

const MAIN = createRequire(import.meta.url).resolve('postiz');

/**
 * How a run ended: exit code, everything it printed, and the JSON document in it (undefined when there is
 * none).
 */
export interface OfficialRun {
  readonly code: number | null;
  readonly text: string;
  readonly json: unknown;
}

/**
 * One user's command line, with its own home folder: credentials stored there would override the environment.
 */
export interface OfficialCli {
  run(...args: string[]): Promise<OfficialRun>;
  /** Runs it with another base URL or key. */
  runWith(env: Record<string, string>, ...args: string[]): Promise<OfficialRun>;
  /** Writes a file into the home folder. @returns its path */
  file(name: string, content: string | Uint8Array): string;
  remove(): void;
}

/** `url` = the base URL as a user would configure it; `/public/v1/…` is appended unchanged. */
export function officialCli(url: string, key: string): OfficialCli {
  const home = mkdtempSync(join(tmpdir(), 'crier-official-cli-'));
  const runWith = (env: Record<string, string>, ...args: string[]): Promise<OfficialRun> => {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: home,
      env: {
        ...childEnv({}),
        HOME: home,
        POSTIZ_API_KEY: key,
        POSTIZ_API_URL: url,
        NODE_OPTIONS: '',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
    }
    return new Promise((done, failed) =>
      child.once('error', failed).once('close', (code) => done({ code, text, json: jsonIn(text) })),
    );
  };
  return {
    run: (...args) => runWith({}, ...args),
    runWith,
    file(name, content) {
      writeFileSync(join(home, name), content);
      return join(home, name);
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** The JSON of its output: a line for people, then the answer, indented. */
function jsonIn(text: string): unknown {
  const start = text.search(/^[[{]/m);
  if (start < 0) return undefined;
  return JSON.parse(text.slice(start));
}
