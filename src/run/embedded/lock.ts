/** A lock file that a killed process cannot leave locked: it names its holder, who is looked for. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { explainFailure, StartError } from '../../platform/start-error.ts';
import { identify, pause, stillRuns, type ProcessIdentity } from '../../platform/processes.ts';

/** A lock that is held until `release`. */
export interface Lock {
  release(): void;
}

/** Takes the lock, or returns the process that holds it. A lock of a process that is gone is taken over. */
export async function tryLock(path: string): Promise<Lock | { readonly heldBy: ProcessIdentity }> {
  const mine = JSON.stringify(identify(process.pid));
  // Written whole before it gets its name, so nobody reads half a lock.
  const draft = `${path}.${process.pid}`;
  write(draft, mine);
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      if (linkOrFalse(draft, path)) return held(path, mine);
      const text = readOrEmpty(path);
      const holder = parseHolder(text);
      if (holder && stillRuns(holder)) return { heldBy: holder };
      removeStale(path, text);
      await pause(10);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  throw new StartError(`The lock ${path} could not be taken: remove it and start again`);
}

/**
 * Takes the lock, waiting for its holder; `onWait` is called once when there is one. Rejects when `signal`
 * aborts.
 */
export async function waitForLock(
  path: string,
  onWait: (holder: ProcessIdentity) => void,
  signal?: AbortSignal,
): Promise<Lock> {
  for (let isNotified = false; ; await pause(500)) {
    signal?.throwIfAborted();
    const result = await tryLock(path);
    if ('release' in result) return result;
    if (!isNotified) onWait(result.heldBy);
    isNotified = true;
  }
}

function held(path: string, mine: string): Lock {
  return {
    release() {
      if (readOrEmpty(path) === mine) rmSync(path, { force: true });
    },
  };
}

/**
 * Two may see the same stale lock: the one that renames it must have got that one and not the other's new
 * lock.
 */
function removeStale(path: string, seen: string): void {
  const aside = `${path}.stale.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw explainFailure(`Could not replace ${path}`, error);
  }
  if (readOrEmpty(aside) !== seen) linkOrFalse(aside, path);
  rmSync(aside, { force: true });
}

function write(path: string, text: string): void {
  try {
    writeFileSync(path, text, { mode: 0o600 });
  } catch (error) {
    throw explainFailure(`Could not write ${path}`, error, 'CRIER_DATA_DIR');
  }
}

function linkOrFalse(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw explainFailure(`Could not take the lock ${to}`, error, 'CRIER_DATA_DIR');
  }
}

function parseHolder(text: string): ProcessIdentity | null {
  const [, pid, started] = /^\{"pid":(\d+),"started":"([^"]*)"\}$/.exec(text) ?? [];
  return pid ? { pid: Number(pid), started: started ?? '' } : null;
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw explainFailure(`Could not read ${path}`, error, 'CRIER_DATA_DIR');
  }
}
