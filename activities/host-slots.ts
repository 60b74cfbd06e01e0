/**
 * How many activities of one worker may be busy with one server. A server that answers slowly, or not at all,
 * then delays the posts to itself alone, and not those to every server of the same network.
 */
import type { Provider } from '../providers/_kit/contract.ts';
import { Unsent } from '../providers/_kit/errors.ts';
import type { Database, Statement } from '../src/platform/database.ts';
import { FAILURE, type PartRef } from '../temporal/contract.ts';
import { failure } from './provider-call.ts';

/** A worker has fifty slots for a network (temporal/worker.ts). */
export const SLOTS_PER_HOST = 16;
/** Who finds no slot comes back after this, and one after the other. */
const FIRST_BACK_MS = 1000;
const NEXT_BACK_MS = 20;
const LAST_BACK_MS = 30_000;

const HOST: Statement = {
  name: 'host-of-post',
  text: 'select i.host from post p join integration i on i.id = p.integration_id where p.id = $1',
};

/** Activities that are busy, by server. */
export interface HostSlots {
  /**
   * Runs the activity if a slot is free.
   *
   * @throws ApplicationFailure of `type`, with the time of the next try, when none is
   */
  run<T>(part: PartRef, work: () => Promise<T>, type?: string): Promise<T>;
  /** Runs it in any case, and counts it. */
  always<T>(part: PartRef, work: () => Promise<T>): Promise<T>;
}

/** The slots of one network in this process. A network with one server for all accounts needs none. */
export function createHostSlots(database: Database, provider: Pick<Provider, 'hostOf' | 'name'>): HostSlots {
  if (!provider.hostOf) {
    return { run: (_, work) => work(), always: (_, work) => work() };
  }
  const busy = new Map<string, number>();
  const nextBackMs = new Map<string, number>();
  const hostOf = async ({ postId }: PartRef): Promise<string> =>
    (await database.query<{ host: string }>(HOST, [postId]))[0]?.host ?? '';
  const count = async <T>(host: string, work: () => Promise<T>): Promise<T> => {
    busy.set(host, (busy.get(host) ?? 0) + 1);
    try {
      return await work();
    } finally {
      const left = (busy.get(host) ?? 1) - 1;
      if (left > 0) busy.set(host, left);
      else for (const map of [busy, nextBackMs]) map.delete(host);
    }
  };
  return {
    async run(part, work, type = FAILURE.unsent) {
      const host = await hostOf(part);
      if ((busy.get(host) ?? 0) < SLOTS_PER_HOST) return count(host, work);
      const now = performance.now();
      const backMs = Math.max(now + FIRST_BACK_MS, (nextBackMs.get(host) ?? 0) + NEXT_BACK_MS);
      nextBackMs.set(host, Math.min(backMs, now + LAST_BACK_MS));
      const busyHost = new Unsent(`Other posts to ${host || provider.name} are under way`, {
        networkCode: 'server_busy',
      });
      throw failure(type, busyHost, backMs - now);
    },
    always: async (part, work) => count(await hostOf(part), work),
  };
}
