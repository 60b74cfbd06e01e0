/** Calls to all relays of an account at once. */
import type { Event } from 'nostr-tools/core';
import type { Filter } from 'nostr-tools/filter';
import type { ProviderContext } from '../_kit/contract.ts';
import { publishEvent, queryRelay, type Answer, type QueryResult, type RelayAccess } from './api/exchange.ts';

/** Upper bound of a call to all relays, in milliseconds. */
export const EXCHANGE_MS = 12_000;
/** How long to wait for the other relays once one has accepted an event. */
const GRACE_MS = 4000;

/** The account's signature, and the way out of the process. */
export type Access = Pick<RelayAccess, 'sign'> & Pick<ProviderContext, 'egress' | 'signal'>;

/**
 * Sends an event to every relay. A hanging relay is not waited for much longer than the first that accepts.
 */
export async function publishToAll(
  relays: readonly string[],
  event: Event,
  access: Access,
): Promise<Answer[]> {
  const enough = new AbortController();
  const until = withDeadline(access, enough.signal);
  let timer: NodeJS.Timeout | undefined;
  const publish = async (relay: string): Promise<Answer> => {
    const answer = await publishEvent(relay, event, until);
    if (answer.kind === 'accepted') timer ??= setTimeout(() => enough.abort(), GRACE_MS);
    return answer;
  };
  try {
    return await Promise.all(relays.map(publish));
  } finally {
    clearTimeout(timer);
  }
}

/** Queries every relay for events. */
export async function queryAll(
  relays: readonly string[],
  filter: Filter,
  access: Access,
): Promise<QueryResult[]> {
  const until = withDeadline(access);
  return Promise.all(relays.map((relay) => queryRelay(relay, filter, until)));
}

function withDeadline({ egress, sign, signal }: Access, ...more: AbortSignal[]): RelayAccess {
  return { egress, sign, signal: AbortSignal.any([signal, AbortSignal.timeout(EXCHANGE_MS), ...more]) };
}
