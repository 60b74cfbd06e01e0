/**
 * Finds the instance to work on: DATABASE_URL when it is set, else the `npm start` that runs on the data
 * folder.
 */
import { childEnv, loadConfig, type Config } from '../config.ts';
import { createContext, type Context } from '../context.ts';
import { findRunning, type RunningInstance } from '../embedded/find-running.ts';
import { CliError } from './errors.ts';

/** Where the instance is. `running` is null for one that was not started with `npm start` on this machine. */
export interface Located {
  readonly config: Config;
  readonly running: RunningInstance | null;
}

/**
 * The configuration under which the instance runs. The notes of a running `npm start` win over this shell's
 * variables: commands must see the addresses and the upload folder that its API and worker see.
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
      `Crier is just starting on ${own.CRIER_DATA_DIR}: wait until it says that it runs, then try again`,
    );
  }
  if (!running) {
    throw new CliError(
      'instance_not_running',
      `Crier does not run on ${own.CRIER_DATA_DIR}: start it with npm start, or set CRIER_DATA_DIR to the data folder of the one that runs, or DATABASE_URL to its database`,
    );
  }
  if (!running.databaseUrl) {
    throw new CliError(
      'instance_not_running',
      `The Crier on ${own.CRIER_DATA_DIR} uses a database that is not its own: set DATABASE_URL here to the value that it was started with`,
    );
  }
  return {
    config: loadConfig(childEnv({ ...running.settings, DATABASE_URL: running.databaseUrl })),
    running,
  };
}

/**
 * Builds the context of the instance; it logs nothing, as stdout belongs to the answer. @throws as
 * `locateInstance`
 */
export async function connectInstance(): Promise<Context> {
  const { config } = locateInstance();
  return createContext({ ...config, PORT: config.PORT || 3000, LOG_LEVEL: 'silent' }, 'cli');
}
