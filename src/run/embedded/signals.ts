/** Ctrl-C and friends for the process that runs the supervisor. */
import type { Supervisor } from './supervisor.ts';

/** One Ctrl-C under npm arrives twice: from the terminal, and passed on by npm. */
const SAME_KEYPRESS_MS = 1000;

/**
 * The first SIGINT, SIGTERM or SIGHUP stops everything in order; a second one at once. The process ends
 * afterwards.
 *
 * @param stopOthers what else has to end first (the parts that run in this process)
 */
export function stopOnSignals(
  supervisor: Supervisor,
  options: { readonly say: (line: string) => void; readonly stopOthers?: () => Promise<void> },
): void {
  let began: number | null = null;
  const stop = (signal: NodeJS.Signals): void => {
    if (began !== null) {
      if (Date.now() - began < SAME_KEYPRESS_MS) return;
      options.say('Stopping at once');
      supervisor.killAll();
      process.exit(130);
    }
    began = Date.now();
    options.say(signal === 'SIGINT' ? 'Stopping … (Ctrl-C again stops at once)' : 'Stopping …');
    const all = (async () => {
      await options.stopOthers?.();
      await supervisor.stopAll();
    })();
    all.then(
      () => process.exit(0),
      (error: unknown) => {
        options.say(`Stopping failed: ${(error as Error).message}`);
        supervisor.killAll();
        process.exit(1);
      },
    );
  };
  // The terminal may be what went away (SIGHUP): stopping goes on without a screen.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}
