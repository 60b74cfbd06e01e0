/**
 * A process of the tests: loads the product once, by Node's own loader, and runs test files one after the
 * other as the runner sends them.
 */
import { registerHooks } from 'node:module';
import { useCompileCache } from '../../platform/compile-cache.ts';
import { endShared } from './process-end.ts';
import { noteStrayError, runFile, type FileRequest, type TimedResult } from './file-run.ts';

/** The message of this process: how the file ended. */
export type Said =
  | { readonly result: TimedResult }
  | { readonly failure: { readonly message: string; readonly stack: string } };

const GLOBALS = new URL('globals.ts', import.meta.url).href;

useCompileCache();
Error.stackTraceLimit = 100; // as in Jest: ten frames seldom reach the test
registerHooks({
  resolve: (name, context, next) =>
    name === '@jest/globals'
      ? { url: GLOBALS, format: 'module-typescript', shortCircuit: true }
      : next(name, context),
});
process.on('uncaughtException', noteStrayError);
process.on('unhandledRejection', noteStrayError);
process.once('disconnect', leave);
process.on('message', (request: FileRequest | 'end') => {
  if (request === 'end') leave();
  else void answer(request);
});

function leave(): void {
  void endShared().finally(() => process.exit());
}

async function answer(request: FileRequest): Promise<void> {
  try {
    say({ result: await runFile(request) });
  } catch (error) {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    say({ failure: { message, stack: stack.replaceAll('file:///', '/') } });
  }
}

function say(words: Said): void {
  process.send?.(words);
}
