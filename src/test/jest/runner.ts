/**
 * Jest's runner for this suite: test files run in a few child processes that load the product once, instead
 * of once for each file. docs/testing.md explains why and how.
 */
import { readFileSync } from 'node:fs';
import type { EmittingTestRunnerInterface, Test, TestEvents, TestWatcher, UnsubscribeFn } from 'jest-runner';
import type { GlobalConfig } from './file-run.ts';
import { Lane } from './lane.ts';
import { byPhase, shuffled } from './order.ts';
import { PLACES, phaseOf } from './phases.ts';

type Listener = (payload: never) => void | Promise<void>;

/** The part of Jest's settings that the runner itself reads. */
interface Settings {
  readonly maxWorkers: number;
}

export default class Runner implements EmittingTestRunnerInterface {
  readonly supportsEventEmitters = true;
  readonly #globalConfig: GlobalConfig & Settings;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #idle: Lane[] = [];

  constructor(globalConfig: GlobalConfig & Settings) {
    this.#globalConfig = globalConfig;
  }

  on<Name extends keyof TestEvents>(
    event: Name,
    listener: (payload: TestEvents[Name]) => void | Promise<void>,
  ): UnsubscribeFn {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return () => void listeners.delete(listener);
  }

  async runTests(tests: Test[], watcher: TestWatcher): Promise<void> {
    const seed = process.env.CRIER_TEST_SHUFFLE;
    const ordered = seed ? shuffled(tests, Number(seed)) : byPhase(tests);
    const waiting = ordered.map((test) => ({ test, weight: phaseOf(test.path).weight }));
    const running = new Set<Promise<void>>();
    let free = this.#globalConfig.maxWorkers * PLACES;
    while ((waiting.length && !watcher.isInterrupted()) || running.size) {
      // The first that fits: beside two heavy files a light one does. When a heavy one ends, its places are
      // enough for the next heavy one, which comes first.
      const next = watcher.isInterrupted() ? -1 : waiting.findIndex(({ weight }) => weight <= free);
      const [file] = next < 0 ? [] : waiting.splice(next, 1);
      if (!file) {
        await Promise.race(running);
        continue;
      }
      free -= file.weight;
      const run: Promise<void> = this.#runFile(file.test).finally(() => {
        free += file.weight;
        running.delete(run);
      });
      running.add(run);
    }
    await Promise.all(this.#idle.splice(0).map((lane) => lane.end()));
  }

  async #runFile(test: Test): Promise<void> {
    const lane = this.#idle.pop() ?? new Lane();
    await this.#emit('test-file-start', [test]);
    const request = { path: test.path, config: test.context.config, globalConfig: this.#globalConfig };
    try {
      const result = await lane.run(request);
      await this.#emit('test-file-success', [test, result]);
    } catch (error) {
      const { message, stack } = error as Error;
      await this.#emit('test-file-failure', [test, { message, stack, code: undefined, type: 'Error' }]);
    }
    if (ownProcess(test.path)) await lane.end();
    this.#idle.push(lane);
  }

  async #emit(event: string, payload: unknown): Promise<void> {
    await Promise.all([...(this.#listeners.get(event) ?? [])].map((listener) => listener(payload as never)));
  }
}

/** Whether the file's first comment has `@own-process` and a reason. */
function ownProcess(path: string): boolean {
  return /^\s*\/\*\*[^]*?@own-process\s+\S[^]*?\*\//.test(readFileSync(path, 'utf8'));
}
