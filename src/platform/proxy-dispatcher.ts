/** Calls through the operator's proxy that reach the addresses which the guard has checked, and no others. */
import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { ProxyAgent, interceptors, type Dispatcher } from 'undici';

type Records = Parameters<NonNullable<Parameters<typeof interceptors.dns>[0]>['pick'] & object>[1];
type Found = ReturnType<NonNullable<Parameters<typeof interceptors.dns>[0]>['pick'] & object>;

/** A name is looked up again after this time. */
const KEEP_MS = 4000;

/**
 * Creates the dispatcher. With a `lookup`, names are resolved here and the proxy is asked for the IP address
 * that passed; otherwise it gets the name. Plain http goes through a tunnel as well: a proxy that forwards it
 * would take the name from the URL, and not from the Host.
 */
export function createProxyDispatcher(
  uri: string,
  lookup: LookupFunction | undefined,
  options: Omit<ProxyAgent.Options, 'uri'>,
): Dispatcher {
  if (!lookup) return new ProxyAgent({ uri, ...options });
  return new ProxyAgent({ uri, proxyTunnel: true, ...options }).compose(
    interceptors.dns({
      // With both families, a call that timed out would be sent once more to the other one.
      dualStack: false,
      maxTTL: KEEP_MS,
      lookup: (origin, _, callback) => {
        const host = origin.hostname.replace(/^\[|\]$/g, '');
        if (isIP(host)) return callback(null, [record({ address: host, family: isIP(host) })]);
        lookup(host, { all: true }, (error, addresses) =>
          callback(error, error ? [] : (addresses as LookupAddress[]).map(record)),
        );
      },
      pick: (_, records) => newest(records) as Found,
    }),
  );
}

const record = ({ address, family }: LookupAddress): Found => ({
  address,
  family: family === 6 ? 6 : 4,
  ttl: KEEP_MS,
});

/** IPv4 first: many networks of proxies have nothing else. Null makes the interceptor look again. */
function newest({ records }: Records): Found | null {
  const found = [...(records[4]?.ips ?? []), ...(records[6]?.ips ?? [])] as (Found & {
    timestamp?: number;
  })[];
  return found.find(({ timestamp }) => Date.now() - (timestamp ?? 0) <= KEEP_MS) ?? null;
}
