/** The network as a separate process: when others are killed, its ledger shows what was really accepted. */
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { SandboxCall } from '../../../providers/_networks/sandbox/call.ts';
import type { SandboxFault } from '../../../providers/_networks/sandbox/faults.ts';
import type { SandboxPost } from '../../../providers/_networks/sandbox/journal.ts';
import { childEnv } from '../../platform/config/config.ts';
import { endProcess } from '../servers/server.ts';

/** What the checker reads of an accepted call. */
export type LedgerEntry = Pick<SandboxPost, 'id' | 'channelId' | 'text' | 'inReplyTo' | 'receivedAt'>;

export interface Network {
  readonly url: string;
  /** Every accepted call, oldest first. */
  ledger(): Promise<LedgerEntry[]>;
  /** Counts what other networks accepted as well. */
  alsoAt(ledger: () => Promise<readonly LedgerEntry[]>): void;
  /** Every publish and token call, accepted or not, oldest first. */
  calls(): Promise<SandboxCall[]>;
  /** The next calls fail, by each switch in turn. */
  arm(fault: Pick<SandboxFault, 'kind'> & Partial<Omit<SandboxFault, 'kind' | 'untilMs'>>): Promise<void>;
  /** Nothing fails any more. */
  calm(): Promise<void>;
  /** Ends every session of the account of this name. */
  revoke(account: string): Promise<void>;
  stop(): Promise<void>;
}

const MAIN = resolve('providers/_networks/sandbox/main.ts');

/** Starts it on a free port with its ledger in `folder`. It ends with this process, however this one ends. */
export async function startNetwork(folder: string): Promise<Network> {
  const child = spawn(process.execPath, [MAIN, '--port', '0', '--folder', folder], {
    env: { ...childEnv(), NODE_OPTIONS: '' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((found, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => failed(new Error(`the network ended with ${code}`)));
    createInterface(child.stdout).once('line', (line) => found((JSON.parse(line) as { url: string }).url));
  });
  const post = async (path: string, body: unknown, token = ''): Promise<{ token: string }> => {
    const response = await fetch(`${url}/sandbox/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`the network answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { token: string };
  };
  const operator = await post('accounts', { name: 'operator' });
  const others: (() => Promise<readonly LedgerEntry[]>)[] = [];
  return {
    url,
    ledger: async () => [
      ...((await (await fetch(`${url}/sandbox/posts.json`)).json()) as SandboxPost[]),
      ...(await Promise.all(others.map((read) => read()))).flat(),
    ],
    alsoAt: (ledger) => void others.push(ledger),
    calls: async () => (await (await fetch(`${url}/sandbox/calls.json`)).json()) as SandboxCall[],
    revoke: async (account) => void (await post('revoke', { account }, operator.token)),
    calm: async () => void (await post('faults', { kind: 'none' }, operator.token)),
    arm: async (fault) => void (await post('faults', fault, operator.token)),
    stop: () => endProcess(child),
  };
}
