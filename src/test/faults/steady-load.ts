/**
 * A steady load: several organisations create posts that come due soon, and look at them, at one pace, until
 * it is stopped.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from './client.ts';
import type { Tenant } from './organizations.ts';
import type { Random } from './random.ts';

export interface SteadyLoad {
  /** No more creates; resolves when each one was answered. Rejects when one was refused, or never
   * answered. */
  stop(): Promise<void>;
}

/** The soonest and the latest date of a post, from its create request on. */
const DUE_MS = { min: 1000, max: 15_000 } as const;

/** How often the latest post of an organisation is asked for, at each create. */
const READS = 5;

/** Creates `perSecond` posts a second, each for the next organisation, on any of its channels. */
export function startSteadyLoad(
  tenants: readonly Tenant[],
  { perSecond, random }: { perSecond: number; random: Random },
): SteadyLoad {
  const creating: Promise<unknown>[] = [];
  const ending = new AbortController();
  const running = (async () => {
    for (let i = 0; !ending.signal.aborted; i++) {
      const { client, targets } = tenants[i % tenants.length] as Tenant;
      const { channel, settings } = random.pick(targets);
      const wish = { dueInMs: random.between(DUE_MS.min, DUE_MS.max), on: channel, settings };
      creating.push(client.create(wish).catch((error: unknown) => error));
      creating.push(readLatest(client));
      await sleep(1000 / perSecond, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      ending.abort();
      await running;
      for (const failed of await Promise.all(creating)) if (failed instanceof Error) throw failed;
    },
  };
}

/** Over kept connections, as they are common before a proxy; what they are answered counts as for creates. */
async function readLatest(client: Client): Promise<void> {
  const latest = client.submissions.findLast(({ postId }) => postId);
  if (latest) for (let i = READS; i > 0; i--) await client.read(latest);
}
