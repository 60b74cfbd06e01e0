/** Runs one test file in this process: Jest's own test framework (circus) over Node's own module loader. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { TestEvents } from 'jest-runner';
import { childCpuMs } from './child-cpu.ts';
import { setGlobals } from './globals.ts';
import { ErrorListeners, readState, restoreState, type ProcessState } from './process-state.ts';

type Test = TestEvents['test-file-success'][0];
export type TestResult = TestEvents['test-file-success'][1];
export type GlobalConfig = Record<string, unknown>;
export type ProjectConfig = Test['context']['config'];

/** What the process of Jest asks for. */
export interface FileRequest {
  readonly path: string;
  readonly config: ProjectConfig;
  readonly globalConfig: GlobalConfig;
}

/**
 * Where the time of a file went, in milliseconds; `cpu` is of this process, `children` of its child
 * processes.
 */
export interface FileTimes {
  load: number;
  hooks: number;
  tests: number;
  cpu: number;
  children: number;
}

/** A result with the times of the file; reporters find them in `times`. */
export type TimedResult = TestResult & { readonly times: FileTimes };

/** The part of an event of circus that is read here. */
interface CircusEvent {
  readonly name: string;
  readonly error?: unknown;
}

type Framework = (
  ...args: [
    globalConfig: GlobalConfig,
    config: ProjectConfig,
    environment: object,
    runtime: object,
    path: string,
  ]
) => Promise<TestResult>;

const require = createRequire(import.meta.url);
const evaluated = new Map<string, number>();

/** Errors that no test file owns: they came while none ran. */
const stray: string[] = [];
let lastFile = 'any test file ran';

/** Notes an error that came between two files; the next result reports it. */
export function noteStrayError(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  stray.push(`thrown after ${lastFile} had ended: ${text}`);
}

/**
 * Runs the file to its end. Rejects when it cannot be loaded. Single tests are not reported: eleven thousand
 * messages between processes take longer than the tests of many files.
 */
export async function runFile({ path, config, globalConfig }: FileRequest): Promise<TimedResult> {
  const start = Date.now();
  const cpu = process.cpuUsage();
  const children = childCpuMs();
  const outside = readState();
  const errors = new ErrorListeners();
  const times: FileTimes = { load: 0, hooks: 0, tests: 0, cpu: 0, children: 0 };
  let loaded: ProcessState = outside;
  const runtime = {
    // Circus keeps its state in its modules, and each file gets a fresh one.
    requireInternalModule: (module: string): unknown => {
      delete require.cache[module];
      return require(module);
    },
    requireModule: require,
    setGlobalsForRuntime: setGlobals,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: async (file: string) => {
      const began = Date.now();
      await import(freshUrl(file));
      times.load += Date.now() - began;
      loaded = readState();
      errors.returnLibraries();
    },
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
  };
  const environment = { global: globalThis, handleTestEvent: timeKeeper(times) };
  const framework = frameworkOf(config);
  let result: TestResult;
  try {
    result = await framework(globalConfig, config, environment, runtime, path);
  } catch (error) {
    await restoreState(outside, loaded);
    errors.restore();
    throw error;
  } finally {
    forgetFramework();
  }
  const left = [...stray.splice(0), ...(await restoreState(outside, loaded))];
  errors.restore();
  lastFile = path;
  const end = Date.now();
  const used = process.cpuUsage(cpu);
  times.cpu = Math.round((used.user + used.system) / 1000);
  times.children = Math.max(0, childCpuMs() - children);
  return {
    ...withLeaks(result, left),
    // Errors as they were thrown may hold what no message between processes can.
    testResults: result.testResults.map((test) => ({ ...test, failureDetails: [] })),
    perfStats: {
      ...result.perfStats,
      start,
      end,
      runtime: end - start,
      slow: end - start > config.slowTestThreshold * 1000,
    },
    skipped: result.testResults.every((test) => test.status === 'pending'),
    times,
  };
}

/** The same module again would be the one that ran before: a second run in this process has another URL. */
function freshUrl(file: string): string {
  const count = evaluated.get(file) ?? 0;
  evaluated.set(file, count + 1);
  return pathToFileURL(file).href + (count ? `?run=${count}` : '');
}

function frameworkOf(config: ProjectConfig): Framework {
  const module = require(config.testRunner) as { default: Framework };
  return module.default;
}

const STATE_OF_CIRCUS = /^(JEST_STATE|EVENT_HANDLERS|TEST_TIMEOUT|RETRY|WAIT_BEFORE_RETRY|LOG_ERRORS)/;

/** Takes away what circus keeps of a file beside its modules. */
function forgetFramework(): void {
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (STATE_OF_CIRCUS.test(key.description ?? '')) Reflect.deleteProperty(globalThis, key);
  }
}

/** Adds up how long hooks and tests take; circus sends an event before and after each. */
function timeKeeper(times: FileTimes): (event: CircusEvent) => void {
  let began = 0;
  return ({ name, error }) => {
    if (name === 'hook_start' || name === 'test_fn_start') began = Date.now();
    else if (/^hook_(success|failure)$/.test(name)) times.hooks += Date.now() - began;
    else if (/^test_fn_(success|failure)$/.test(name)) times.tests += Date.now() - began;
    if (error instanceof Error) readableStack(error);
  };
}

/** Jest shows the lines around a failure when the frame names a path, not a URL. */
function readableStack(error: Error): void {
  error.stack = error.stack?.replaceAll('file:///', '/');
}

function withLeaks(result: TestResult, left: readonly string[]): TestResult {
  if (left.length === 0) return result;
  const message = `What a test file leaves behind, the next one in its process finds:\n  ${left.join('\n  ')}`;
  return {
    ...result,
    failureMessage: [result.failureMessage, `  ● ${message}\n`].filter(Boolean).join('\n'),
    testExecError: { message, stack: '' },
  };
}
