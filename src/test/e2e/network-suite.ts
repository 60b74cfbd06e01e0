/**
 * Runs the table of scenarios against one network: an instance with a worker process, the network's server,
 * and an observer.
 */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { startInstance, type TestInstance } from '../instance.ts';
import { clientOf } from './client.ts';
import type { Network } from './networks.ts';
import { OF_EACH_NETWORK, OF_THREADS, SCENARIOS, type World } from './scenarios.ts';

/** How often the observer asks the network what is live. */
const LOOK_MS = 400;

/**
 * Declares the tests of one network. Scenarios mostly wait for dates, so they all start at once; each test
 * reports one. Tests that break the network or its account are the caller's, declared after this, on the
 * returned world. `env` runs before the instance starts: what it resolves with is its environment (the
 * address of a network that is not named when connecting). `threads: false` leaves out the scenarios of posts
 * with several parts; `scheduling: true` adds those that are the same for every network.
 */
export function testNetwork<N extends Network>(
  start: (crier: TestInstance) => Promise<N>,
  env?: () => Promise<Record<string, string>>,
  { threads = true, scheduling = false } = {},
): () => World & { network: N } {
  const scenarios = Object.entries(SCENARIOS).filter(
    ([name]) => (scheduling || OF_EACH_NETWORK.has(name)) && (threads || !OF_THREADS.has(name)),
  );
  let world: (World & { network: N }) | undefined;
  const started = new Map<string, Promise<unknown>>();
  const observer = new AbortController();

  beforeAll(async () => {
    const crier = await startInstance({ env: await env?.() });
    const network = await start(crier);
    const channel = network.connect
      ? await network.connect(crier)
      : (await crier.connect(network.provider, network.fields)).id;
    await crier.startWorker();
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
    await world?.crier.stop();
    await world?.network.stop();
  }, 60_000);

  for (const [name] of scenarios) {
    it(name, async () => {
      const error = await started.get(name);
      if (error) throw error;
    });
  }

  it('appears once, whatever happened to it', async () => {
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
