/** Commands of the product as processes of their own, which a fault may kill. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { childEnv } from '../../platform/config/config.ts';
import type { World } from './world.ts';

/** How a command ended. `message`: its output, errors first. */
export interface CommandEnd {
  readonly ok: boolean;
  readonly message: string;
}

/** A command that has begun. */
export interface BegunCommand {
  readonly ended: Promise<CommandEnd>;
  /** SIGKILL. Whether it still ran. */
  kill(): boolean;
  /** Ctrl+C. */
  interrupt(): void;
}

const CLI = resolve('src/run/cli/main.ts');

/** Types `crier ARGS`. `env`: in addition to the instance's. It does not outlive the world. */
export function beginCommand(
  world: World,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): BegunCommand {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: childEnv({ ...world.instance.env, ...env, NODE_OPTIONS: '' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  world.atEnd(async () => void child.kill('SIGKILL'));
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([out, err, [code]]) => ({ ok: code === 0, message: `${err}${out}`.trim() }),
  );
  return { ended, kill: () => child.kill('SIGKILL'), interrupt: () => void child.kill('SIGINT') };
}

/** Types it and waits. @throws Error with what it printed, when it ends with an error */
export async function command(world: World, ...args: string[]): Promise<string> {
  const { ok, message } = await beginCommand(world, args).ended;
  if (!ok) throw new Error(`crier ${args.join(' ')}: ${message}`);
  return message;
}
