/** The way out of a provider under test: to the front of its network, or to a port that nobody listens on. */
import type { Channel } from '../../../providers/_kit/contract.ts';
import type { Egress } from '../../../providers/_kit/egress.ts';
import { createEgress } from '../../platform/egress.ts';
import { freePort } from '../../run/embedded/ports.ts';

/** The real egress. While connections are refused, calls to the front go to a closed port. */
export interface FrontEgress {
  readonly egress: Egress;
  refuseConnections(on: boolean): void;
  close(): Promise<void>;
}

const LOOPBACK = '127.0.0.1';

/** The same account, as if it had been connected under another name of its server. */
export const underAnotherName = (channel: Channel): Channel => ({
  ...channel,
  details: JSON.parse(
    JSON.stringify(channel.details).replaceAll(LOOPBACK, 'localhost'),
  ) as Channel['details'],
});

/** `front`: its origin; `others`: further origins that may be reached, such as the network's own. */
export async function openFrontEgress(front: string, ...others: readonly string[]): Promise<FrontEgress> {
  const closed = `http://127.0.0.1:${await freePort()}`;
  const egress = createEgress({
    guardDisabled: false,
    allowCidrs: [],
    trustedOrigins: [front, front.replace(LOOPBACK, 'localhost'), closed, ...others],
  });
  let refusing = false;
  return {
    egress: {
      fetch: (target, init) => egress.fetch(refusing ? String(target).replace(front, closed) : target, init),
      webSocket: (target, init) => egress.webSocket(target, init),
    },
    refuseConnections: (on) => void (refusing = on),
    close: () => egress.close(),
  };
}
