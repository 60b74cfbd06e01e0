/** What every relay under test offers: its address, its own truth, its end. */
import type { Event } from 'nostr-tools/core';
import type { Filter } from 'nostr-tools/filter';
import { Relay } from 'nostr-tools/relay';

/** A running relay. */
export interface RunningRelay {
  /** `ws://127.0.0.1:<port>` */
  readonly url: string;
  /** What the relay itself shows, asked by REQ and verified by nostr-tools. */
  events(filter: Filter): Promise<Event[]>;
  stop(): Promise<void>;
}

/** The relay at `url`; `stop` ends its program. */
export function runningRelay(url: string, stop: () => Promise<void>): RunningRelay {
  return { url, stop, events: (filter) => queryRelay(url, filter) };
}

async function queryRelay(url: string, filter: Filter): Promise<Event[]> {
  const relay = await Relay.connect(url);
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
