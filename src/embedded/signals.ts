/** Ctrl-C and friends for the process that runs the supervisor. */
import type { Supervisor } from './supervisor.ts';

/**
 * The first SIGINT, SIGTERM or SIGHUP stops everything in order; a second one at once. The process ends afterwards.
 *
 * @param stopOthers what else has to end first (the parts that run in this process)
 */
export function stopOnSignals(supervisor: Supervisor, options: { readonly say: (line: string) => void; readonly stopOthers?: () => Promise<void> }): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) {
      options.say('Stopping at once');
      supervisor.killAll();
      process.exit(130);
    }
    stopping = true;
    options.say(signal === 'SIGINT' ? 'Stopping … (Ctrl-C again stops at once)' : 'Stopping …');
    const all = (async () => {
      await options.stopOthers?.();
      await supervisor.stopAll();
    })();
    all.then(() => process.exit(0), (error: unknown) => {
      options.say(`Stopping failed: ${(error as Error).message}`);
      supervisor.killAll();
      process.exit(1);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}
