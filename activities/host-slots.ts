/**
 * How many activities of one worker may be busy with one server. A server that answers slowly, or not at all,
 * then delays the posts to itself alone, and not those to every server of the same network.
 */
import type { Provider } from '../providers/_kit/contract.ts';
import { Unsent } from '../providers/_kit/errors.ts';
import type { Database, Statement } from '../src/platform/database.ts';
import { FAILURE } from '../temporal/contract/failures.ts';
import type { PartRef } from '../temporal/contract/publish-post.ts';
import { failure } from './provider-call.ts';
import { createSlots } from './slots.ts';
import { sentence } from '../src/platform/sentences.ts';

/** A worker has fifty slots for a network (temporal/worker.ts). */
export const SLOTS_PER_HOST = 16;

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
  const slots = createSlots(SLOTS_PER_HOST);
  const hostOf = async ({ postId }: PartRef): Promise<string> =>
    (await database.query<{ host: string }>(HOST, [postId]))[0]?.host ?? '';
  return {
    async run(part, work, type = FAILURE.unsent) {
      const host = await hostOf(part);
      return slots.run(host, work, (backMs) => {
        const busyHost = new Unsent(sentence('host_busy', { host: host || provider.name }), {
          networkCode: 'server_busy',
        });
        return failure(type, busyHost, backMs);
      });
    },
    always: async (part, work) => slots.always(await hostOf(part), work),
  };
}
