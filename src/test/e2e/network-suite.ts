/**
 * Runs the table of scenarios against networks: an instance with a worker process, and for each network its
 * server and an observer.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { startInstance, type TestInstance } from '../instance.ts';
import { clientOf } from './client.ts';
import type { Network } from './networks.ts';
import { OF_EACH_NETWORK, OF_THREADS, SCENARIOS, type World } from './scenarios.ts';

/** How often the observer asks the network what is live. */
const LOOK_MS = 400;

/** The instance that the networks of a file share, with one worker: another one costs more than a network. */
export interface House {
  crier(): TestInstance;
  /**
   * For a network whose URL is in the instance's environment: it starts before the instance and ends after
   * it.
   */
  early<N extends Network & { readonly env: Readonly<Record<string, string>> }>(
    start: () => Promise<N>,
  ): () => Promise<N>;
  /** Whether the network started before the instance. */
  hasEarly(network: Network): boolean;
}

/** Declares the instance for all tests of the file; call it before the networks are declared. */
export function useHouse(): House {
  const starts: (() => Promise<Network & { readonly env: Readonly<Record<string, string>> }>)[] = [];
  let early: readonly Network[] = [];
  let crier: TestInstance | undefined;
  beforeAll(async () => {
    const started = await Promise.all(starts.map((start) => start()));
    early = started;
    crier = await startInstance({ env: Object.assign({}, ...started.map(({ env }) => env)) });
    await crier.startWorker();
  }, 120_000);
  afterAll(async () => {
    await crier?.stop();
    await Promise.all(early.map((network) => network.stop()));
  }, 60_000);
  return {
    crier() {
      if (!crier) throw new Error('The instance starts before the first test');
      return crier;
    },
    early<N extends Network & { readonly env: Readonly<Record<string, string>> }>(start: () => Promise<N>) {
      let network: N | undefined;
      starts.push(async () => (network = await start()));
      return async () => network as N;
    },
    hasEarly: (network) => early.includes(network),
  };
}

/**
 * Declares the tests of one network. Scenarios mostly wait for dates, so they all start at once; each test
 * reports one. Tests that break the network or its account are the caller's, declared after this, on the
 * returned world. `threads: false` leaves out the scenarios of posts with several parts; `scheduling: true`
 * adds those that are the same for every network.
 */
export function testNetwork<N extends Network>(
  house: House,
  start: (crier: TestInstance) => Promise<N>,
  { threads = true, scheduling = false } = {},
): () => World & { network: N } {
  const scenarios = Object.entries(SCENARIOS).filter(
    ([name]) => (scheduling || OF_EACH_NETWORK.has(name)) && (threads || !OF_THREADS.has(name)),
  );
  let world: (World & { network: N }) | undefined;
  const started = new Map<string, Promise<unknown>>();
  const observer = new AbortController();

  beforeAll(async () => {
    const crier = house.crier();
    const network = await start(crier);
    const channel = network.connect
      ? await network.connect(crier)
      : (await crier.connect(network.provider, network.fields)).id;
    const firstSeenMs = new Map<string, number>();
    world = { crier, network, channel, client: clientOf(crier, crier.url, network.settings), firstSeenMs };
    void watch(network, firstSeenMs, observer.signal);
    for (const [name, run] of scenarios) {
      started.set(
        name,
        run(world).then(
          () => null,
          (error: unknown) => error,
        ),
      );
    }
  }, 120_000);

  afterAll(async () => {
    observer.abort();
    await Promise.all(started.values());
    if (world && !house.hasEarly(world.network)) await world.network.stop();
  }, 60_000);

  for (const [name] of scenarios) {
    it(name, async () => {
      const error = await started.get(name);
      if (error) throw error;
    });
  }

  it('appears once, in every case', async () => {
    observer.abort();
    const texts = (await world?.network.seen())?.map((post) => post.text) ?? [];
    expect(texts.length).toBeGreaterThanOrEqual(scenarios.length);
    expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
  });

  return () => world as World & { network: N };
}

// A listing completed at a certain time shows what was live by then, so a text in it was not sent later.
async function watch(network: Network, firstSeenMs: Map<string, number>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const { text } of await network.seen()) {
      if (!firstSeenMs.has(text)) firstSeenMs.set(text, Date.now());
    }
    await sleep(LOOK_MS);
  }
}
