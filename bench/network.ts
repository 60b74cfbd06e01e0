/** The sandbox network as a process of its own. Its ledger is read from its file, which costs it nothing. */
import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Journal, type SandboxPost } from '../providers/_networks/sandbox/journal.ts';
import { childEnv } from '../src/platform/config/config.ts';
import { endProcess } from '../src/test/servers/server.ts';
import type { Lab } from './lab.ts';

export interface BenchNetwork {
  readonly url: string;
  /** Every accepted call, oldest first. */
  posts(): SandboxPost[];
}

/** Starts it on a free port; it ends with the lab. */
export async function startNetwork(lab: Lab): Promise<BenchNetwork> {
  const folder = join(lab.config.CRIER_DATA_DIR, 'network');
  const child = spawn(
    process.execPath,
    [resolve('providers/_networks/sandbox/main.ts'), '--port', '0', '--folder', folder],
    { env: { ...childEnv(), NODE_OPTIONS: '' }, stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const url = await new Promise<string>((found, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`the network ended with ${code}`)));
    createInterface(child.stdout).once('line', (line) => found((JSON.parse(line) as { url: string }).url));
  });
  lab.processes.set('network', child.pid as number);
  lab.onStop(() => endProcess(child));
  const journal = new Journal(folder);
  return { url, posts: () => journal.posts() };
}
