/** The instance that works on a data folder: recorded by `npm start`, read by the operator's command line. */
import { join } from 'node:path';
import { readText, writePrivate } from '../../platform/folders.ts';
import { identify, stillRuns, type ProcessIdentity } from '../../platform/processes.ts';

/** A running `npm start`. */
export interface RunningInstance {
  /** Process number of the supervisor. */
  readonly pid: number;
  /**
   * With its password; null when the instance uses a database that is not its own, whose URL is not kept on
   * disk.
   */
  readonly databaseUrl: string | null;
  /** The settings of its API and worker, by the name of the variable. No secrets. */
  readonly settings: Readonly<Record<string, string>>;
}

interface Note {
  readonly supervisor: ProcessIdentity;
  readonly databaseUrl: string | null;
  readonly settings: Record<string, string>;
}

/** An allow-list, so that no variable with a secret in it is ever written by being new. */
const NOTED = [
  'TEMPORAL_ADDRESS',
  'TEMPORAL_NAMESPACE',
  'TEMPORAL_TLS',
  'TEMPORAL_TLS_CLIENT_CERT_PATH',
  'TEMPORAL_TLS_CLIENT_KEY_PATH',
  'TEMPORAL_TLS_SERVER_CA_CERT_PATH',
  'TEMPORAL_TLS_SERVER_NAME',
  'TEMPORAL_PORT',
  'TEMPORAL_UI_PORT',
  'CRIER_CACHE_DIR',
  'PORT',
  'HOST',
  'FRONTEND_URL',
  'MAIN_URL',
  'NEXT_PUBLIC_BACKEND_URL',
  'NOT_SECURED',
  'TRUSTED_PROXIES',
  'UPLOAD_DIRECTORY',
  'NEXT_PUBLIC_UPLOAD_STATIC_DIRECTORY',
  'DISABLE_SSRF_PROTECTION',
  'SSRF_ALLOW_CIDRS',
  'CRIER_SANDBOX',
  'CRIER_SANDBOX_URL',
  'NODE_ENV',
] as const;

const noteFile = (dataDir: string): string => join(dataDir, 'running.json');

/**
 * Records the settings that this process (the supervisor, which holds the folder's lock) gave API and worker.
 *
 * @param options.ownDatabase whether DATABASE_URL is that of the embedded server
 * @throws StartError when the folder cannot be written
 */
export function noteRunning(
  dataDir: string,
  env: NodeJS.ProcessEnv,
  options: { readonly ownDatabase: boolean },
): void {
  const settings = Object.fromEntries(NOTED.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const note: Note = {
    supervisor: identify(process.pid),
    databaseUrl: options.ownDatabase ? withPassword(env.DATABASE_URL ?? '', '') : null,
    settings,
  };
  writePrivate(noteFile(dataDir), `${JSON.stringify(note, null, 2)}\n`);
}

/**
 * The instance that runs on a data folder; `'starting'` while it has no database yet, null when there is
 * none.
 *
 * @throws StartError when the folder's files cannot be read by this user
 */
export function findRunning(dataDir: string): RunningInstance | 'starting' | null {
  const holder = parse<ProcessIdentity>(readText(join(dataDir, 'lock')));
  if (!holder?.pid || !stillRuns(holder)) return null;
  const note = parse<Note>(readText(noteFile(dataDir)));
  // A note of an earlier run stays behind: it is true only for the process that wrote it.
  if (!note || note.supervisor.pid !== holder.pid || note.supervisor.started !== holder.started) {
    return 'starting';
  }
  const password = readText(join(dataDir, 'postgres.password')) ?? '';
  return {
    pid: holder.pid,
    databaseUrl: note.databaseUrl && withPassword(note.databaseUrl, password),
    settings: note.settings,
  };
}

function withPassword(bare: string, password: string): string {
  const url = new URL(bare);
  url.password = encodeURIComponent(password);
  return url.href;
}

function parse<T>(text: string | null): T | null {
  if (!text) return null;
  try {
    return JSON.parse(text) as T;
  } catch {
    return null; // half written by a machine that went down: nobody's any more
  }
}
