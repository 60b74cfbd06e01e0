/** A process of the benchmark's own that answers questions over IPC. */
import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import { childEnv } from '../src/platform/config/config.ts';
import { endProcess } from '../src/test/servers/server.ts';

/** The asking side. */
export interface Helper<Question> {
  readonly pid: number;
  /** Rejects with the message of an error in the process. */
  ask<Reply>(question: Question): Promise<Reply>;
  stop(): Promise<void>;
}

interface Answer {
  readonly id: number;
  readonly reply?: unknown;
  readonly error?: string;
}

/**
 * Starts a file of this folder; resolves when it reports that it is ready. `settings` reaches it as JSON, its
 * first argument.
 */
export async function startHelper<Question>(file: string, settings: unknown): Promise<Helper<Question>> {
  const child = fork(resolve('bench', file), [JSON.stringify(settings)], {
    env: { ...childEnv(), NODE_OPTIONS: '' },
    execArgv: [],
  });
  const open = new Map<number, { resolve: (reply: never) => void; reject: (error: Error) => void }>();
  let last = 0;
  await new Promise<void>((ready, failed) => {
    child.on('message', (message: 'ready' | Answer) => {
      if (message === 'ready') return ready();
      const asked = open.get(message.id);
      open.delete(message.id);
      if (message.error === undefined) asked?.resolve(message.reply as never);
      else asked?.reject(new Error(`${file}: ${message.error}`));
    });
    child.once('exit', (code, signal) => {
      const error = new Error(`${file} ended with ${code ?? signal}`);
      failed(error);
      for (const asked of open.values()) asked.reject(error);
    });
  });
  return {
    pid: child.pid as number,
    ask: <Reply>(question: Question) =>
      new Promise<Reply>((resolve, reject) => {
        open.set(++last, { resolve: resolve as never, reject });
        child.send({ id: last, question });
      }),
    stop: () => endProcess(child, 10_000),
  };
}

/**
 * The answering side: reports that it is ready, answers until its parent is gone, then calls `end` and exits.
 */
export function answerParent<Question>(
  answer: (question: Question) => unknown,
  end: () => Promise<unknown> = async () => undefined,
): void {
  process.on('message', async ({ id, question }: { id: number; question: Question }) => {
    try {
      process.send?.({ id, reply: await answer(question) });
    } catch (error) {
      process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
    }
  });
  const leave = (): void => void end().finally(() => process.exit(0));
  process.once('disconnect', leave);
  process.once('SIGTERM', leave);
  process.once('SIGINT', () => undefined); // a Ctrl-C reaches the whole group; the parent ends us in order
  process.send?.('ready');
}
