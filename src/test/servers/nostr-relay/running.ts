/** A Nostr relay in the tests: its URL, its own view of events, its end. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Event } from 'nostr-tools/core';
import type { Filter } from 'nostr-tools/filter';
import { Relay } from 'nostr-tools/relay';

/** A running Nostr relay. */
export interface RunningRelay {
  /** `ws://127.0.0.1:<port>` */
  readonly url: string;
  /** What the Nostr relay itself shows, queried by REQ and verified by nostr-tools. */
  events(filter: Filter): Promise<Event[]>;
  stop(): Promise<void>;
}

/** The Nostr relay at `url`; `stop` ends its program. */
export function runningRelay(url: string, stop: () => Promise<void>): RunningRelay {
  return { url, stop, events: (filter) => queryRelay(url, filter) };
}

/**
 * nostr-tools gives up on a connection after 4.4 s, which a loaded machine may need, and rejects with a bare
 * string.
 */
async function connectRelay(url: string): Promise<Relay> {
  for (let tries = 1; ; tries++) {
    try {
      return await Relay.connect(url);
    } catch (error) {
      if (tries === 8) throw new Error(`${url} could not be reached to ask for its events`, { cause: error });
      await sleep(500);
    }
  }
}

async function queryRelay(url: string, filter: Filter): Promise<Event[]> {
  const relay = await connectRelay(url);
  try {
    return await new Promise((resolve, reject) => {
      const events: Event[] = [];
      relay.subscribe([filter], {
        onevent: (event) => void events.push(event),
        oneose: () => resolve(events),
        onclose: (reason) => reject(new Error(`${url} closed the query: ${reason}`)),
      });
    });
  } finally {
    relay.close();
  }
}
