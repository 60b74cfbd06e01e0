/** Finds the instance to work on: the one of DATABASE_URL if it is set, else the running `npm start`. */
import { childEnv, loadConfig, type Config } from '../../platform/config/config.ts';
import { findRunning, type RunningInstance } from '../embedded/find-running.ts';
import { CliError } from './errors.ts';

/** `running` is null for an instance that was not started with `npm start` on this machine. */
export interface Located {
  readonly config: Config;
  readonly running: RunningInstance | null;
}

/**
 * The configuration of the instance. What a running `npm start` has recorded wins over the variables of this
 * shell: commands must see the same URLs and upload folder as its API and worker.
 *
 * @throws ConfigError; CliError `instance_not_running`, `instance_starting` with the fix; StartError for
 * unreadable files
 */
export function locateInstance(): Located {
  const own = loadConfig(childEnv());
  const running = findRunning(own.CRIER_DATA_DIR);
  if (own.DATABASE_URL) {
    const same =
      running !== null &&
      running !== 'starting' &&
      (running.databaseUrl === null || running.databaseUrl === own.DATABASE_URL);
    return same
      ? { config: loadConfig(childEnv(running.settings)), running }
      : { config: own, running: null };
  }
  if (running === 'starting') {
    throw new CliError(
      'instance_starting',
      `Crier is still starting on ${own.CRIER_DATA_DIR}: wait until it is running, then try again`,
    );
  }
  if (!running) {
    throw new CliError(
      'instance_not_running',
      `Crier is not running on ${own.CRIER_DATA_DIR}: start it with npm start, or set CRIER_DATA_DIR ` +
        'to the data folder of a running instance, or DATABASE_URL to its database',
    );
  }
  if (!running.databaseUrl) {
    throw new CliError(
      'instance_not_running',
      `The instance on ${own.CRIER_DATA_DIR} uses an external database: ` +
        'set DATABASE_URL here to the value it was started with',
    );
  }
  return {
    config: loadConfig(childEnv({ ...running.settings, DATABASE_URL: running.databaseUrl })),
    running,
  };
}
