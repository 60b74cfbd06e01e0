/** IP addresses and ranges as people and proxies write them. */
import ipaddr from 'ipaddr.js';

/** A parsed IP address; IPv4-mapped IPv6 addresses are IPv4. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Address, number];

const rangesOf = new WeakMap<readonly string[], readonly Range[]>();

/** Parsed once for each list. @throws Error naming what is neither an address nor a range */
export function trustedRanges(proxies: readonly string[]): readonly Range[] {
  const known = rangesOf.get(proxies);
  if (known) return known;
  const ranges = proxies.map((text): Range => {
    if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
    const address = parseAddress(text);
    if (!address) throw new Error(`must hold addresses or ranges such as 10.0.0.0/8; "${text}" is neither`);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  });
  rangesOf.set(proxies, ranges);
  return ranges;
}

/**
 * An IP address as proxies write it, some with a port behind it: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
 *
 * @returns undefined when it is none
 */
export function parseAddress(text: string): Address | undefined {
  const bare = text
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  // Four numbers only: the library also reads 127.1 and 0x7f000001, which no proxy writes.
  return ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare)
    ? ipaddr.process(bare)
    : undefined;
}

/** Whether a range of the same kind holds the address. */
export function isWithin(address: Address, [network, bits]: Range): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
