/** One exchange with every relay at once. */
import type { Event } from 'nostr-tools/core';
import type { Filter } from 'nostr-tools/filter';
import type { ProviderContext } from '../_kit/contract.ts';
import { askRelay, offerEvent, type Answer, type Found, type RelayTools } from './exchange.ts';

/** Upper bound of an exchange with all relays, in milliseconds. */
export const EXCHANGE_MS = 12_000;
/** How long the other relays are waited for once one has taken an event. */
const GRACE_MS = 4000;

/** What an exchange needs of the context and the account. */
export type Speaker = Pick<RelayTools, 'sign'> & Pick<ProviderContext, 'egress' | 'signal'>;

/**
 * Offers an event to every relay; a relay that hangs delays the answer only until another took it and a
 * little longer.
 */
export async function offerToAll(
  relays: readonly string[],
  event: Event,
  speaker: Speaker,
): Promise<Answer[]> {
  const enough = new AbortController();
  const tools = toolsOf(speaker, enough.signal);
  let timer: NodeJS.Timeout | undefined;
  const offer = async (relay: string): Promise<Answer> => {
    const answer = await offerEvent(relay, event, tools);
    if (answer.kind === 'taken') timer ??= setTimeout(() => enough.abort(), GRACE_MS);
    return answer;
  };
  try {
    return await Promise.all(relays.map(offer));
  } finally {
    clearTimeout(timer);
  }
}

/** Asks every relay for events. */
export async function askAll(relays: readonly string[], filter: Filter, speaker: Speaker): Promise<Found[]> {
  const tools = toolsOf(speaker);
  return Promise.all(relays.map((relay) => askRelay(relay, filter, tools)));
}

function toolsOf({ egress, sign, signal }: Speaker, ...more: AbortSignal[]): RelayTools {
  return { egress, sign, signal: AbortSignal.any([signal, AbortSignal.timeout(EXCHANGE_MS), ...more]) };
}
