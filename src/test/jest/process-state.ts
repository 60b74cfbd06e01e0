/**
 * What one test file may not leave behind for the next one in the same process: it is compared, put back, and
 * reported.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { endSpies } from './globals.ts';
import { sharedHandles } from './process-end.ts';

/** What is open for a moment after its end was asked for. */
const SETTLE_MS = 2000;
/**
 * Handles that a test must close itself. Connections of clients are not among them: the pool behind `fetch`
 * keeps them for the next request.
 */
const HANDLES = ['TCPServerWrap', 'PipeServerWrap', 'ProcessWrap', 'FSEventWrap', 'StatWatcher', 'Worker'];

/** What libraries set once for the whole process, when they are first used. */
const OF_LIBRARIES = {
  env: /^(MIKRO_ORM_|VIPSHOME$)/,
  global:
    /^(@mikro-orm\/|mikro-orm-metadata$|signal-exit emitter$|__zod_|schema-utils\/|__core-js_shared__$|core$|mediabunny |awslambda$)/,
  /**
   * Lead a rejection inside a workflow back to its run, and end the browser with the process (Playwright).
   */
  listener: /could not be associated to a Workflow Run|\bkillSet\b/,
};

/** The state of the process at one moment. */
export interface ProcessState {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly globals: ReadonlyMap<PropertyKey, unknown>;
  readonly listeners: ReadonlySet<unknown>;
  readonly handles: ReadonlyMap<string, number>;
}

export function readState(): ProcessState {
  return {
    env: { ...process.env },
    cwd: process.cwd(),
    globals: readGlobals(),
    listeners: new Set(process.eventNames().flatMap((name) => process.rawListeners(name))),
    handles: countHandles(),
  };
}

/**
 * Puts back what differs from `before`, the state when the file had been loaded; `outside` is the one before
 * that. Returns a sentence for each thing that the file left behind.
 */
export async function restoreState(outside: ProcessState, before: ProcessState): Promise<string[]> {
  return [
    ...endSpies().map((method) => `a spy on ${method} was not restored`),
    ...restoreEnv(outside.env),
    ...restoreCwd(outside.cwd),
    ...restoreGlobals(before.globals),
    ...restoreListeners(new Set([...outside.listeners, ...before.listeners])),
    ...(await leftOpen(before.handles)),
  ];
}

function restoreEnv(before: NodeJS.ProcessEnv): string[] {
  const changed = Object.keys({ ...before, ...process.env }).filter(
    (name) => process.env[name] !== before[name] && !OF_LIBRARIES.env.test(name),
  );
  for (const name of changed) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
  return changed.map((name) => `the environment variable ${name} was changed`);
}

function restoreCwd(before: string): string[] {
  const found = process.cwd();
  if (found === before) return [];
  process.chdir(before);
  return [`the working directory was changed to ${found}`];
}

/** A lazy global of Node reads as what it will be; only own values are compared. */
function readGlobals(): Map<PropertyKey, unknown> {
  return new Map(
    Reflect.ownKeys(globalThis).map((key) => [key, Object.getOwnPropertyDescriptor(globalThis, key)?.value]),
  );
}

function restoreGlobals(before: ReadonlyMap<PropertyKey, unknown>): string[] {
  const left: string[] = [];
  for (const [key, value] of readGlobals()) {
    const name = typeof key === 'symbol' ? (key.description ?? '') : String(key);
    if (OF_LIBRARIES.global.test(name)) continue;
    if (!before.has(key)) Reflect.deleteProperty(globalThis, key);
    else if (before.get(key) === undefined || Object.is(before.get(key), value)) continue;
    else Reflect.set(globalThis, key, before.get(key));
    left.push(`the global ${name} was ${before.has(key) ? 'replaced' : 'added'}`);
  }
  return left;
}

function restoreListeners(before: ReadonlySet<unknown>): string[] {
  const left: string[] = [];
  for (const name of process.eventNames()) {
    for (const listener of process.rawListeners(name)) {
      if (before.has(listener) || ofLibrary(listener)) continue;
      process.off(name, listener as () => void);
      left.push(`a listener of the process for ${String(name)} was left`);
    }
  }
  return left;
}

const ofLibrary = (listener: unknown): boolean => OF_LIBRARIES.listener.test(String(listener));

const ERRORS = ['uncaughtException', 'unhandledRejection', 'rejectionHandled'] as const;

/** While a file runs, Jest's framework takes the place of all who listen for errors of the process. */
export class ErrorListeners {
  readonly #before = ERRORS.map((name) => ({ name, listeners: process.rawListeners(name) }));

  /** A library that added its listener in an earlier file expects to be called in this one too. */
  returnLibraries(): void {
    for (const { name, listeners } of this.#before) add(name, listeners.filter(ofLibrary));
  }

  /** Those from before, and those that libraries added meanwhile. */
  restore(): void {
    for (const { name, listeners } of this.#before) {
      const all = new Set([...listeners, ...process.rawListeners(name).filter(ofLibrary)]);
      process.removeAllListeners(name);
      add(name, all);
    }
  }
}

function add(name: string, listeners: Iterable<unknown>): void {
  for (const listener of listeners) process.on(name, listener as () => void);
}

function countHandles(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  for (const kind of HANDLES) counts.set(kind, (counts.get(kind) ?? 0) - sharedHandles(kind));
  return counts;
}

async function leftOpen(before: ReadonlyMap<string, number>): Promise<string[]> {
  const end = Date.now() + SETTLE_MS;
  for (;;) {
    const now = countHandles();
    const left = HANDLES.filter((kind) => (now.get(kind) ?? 0) > (before.get(kind) ?? 0));
    if (left.length === 0) return [];
    if (Date.now() > end) {
      return left.map((kind) => `${(now.get(kind) ?? 0) - (before.get(kind) ?? 0)} ${kind} still open`);
    }
    await sleep(20);
  }
}
