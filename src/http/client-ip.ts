/** The sender of a request, if it can be known. */
import ipaddr from 'ipaddr.js';
import type { AppContext } from './types.ts';
import type { Config } from '../platform/config/config.ts';
import { isWithin, parseAddress, trustedRanges, type Address } from '../platform/ip-ranges.ts';

/**
 * The IP address of a request's client. Of `X-Forwarded-For`, only what the proxies of TRUSTED_PROXIES wrote
 * counts: it is read from the right, and the first address that is not such a proxy is the client. Anything
 * to the left of it may be invented.
 *
 * @returns an IPv4 or IPv6 address in its canonical form, IPv4-mapped ones as IPv4; '' when the connection is
 * closed
 */
export function clientIp(
  ctx: Pick<AppContext, 'get' | 'req'>,
  config: Pick<Config, 'TRUSTED_PROXIES'>,
): string {
  const ranges = trustedRanges(config.TRUSTED_PROXIES);
  let client = parseAddress(ctx.req.socket.remoteAddress ?? '');
  const forwarded = ctx.get('x-forwarded-for').split(',').toReversed();
  for (const hop of forwarded) {
    if (!client || !ranges.some((range) => isWithin(client as Address, range))) break;
    const before = parseAddress(hop);
    if (!before) break; // a proxy that hides its client ("unknown", RFC 7239 section 6.2), or not a list at all
    client = before;
  }
  return client?.toString() ?? '';
}

/**
 * Whether the connection comes from a trusted proxy (TRUSTED_PROXIES), whose headers report what the browser
 * used.
 */
export function isFromProxy(ctx: Pick<AppContext, 'req'>, config: Pick<Config, 'TRUSTED_PROXIES'>): boolean {
  const peer = parseAddress(ctx.req.socket.remoteAddress ?? '');
  return peer !== undefined && trustedRanges(config.TRUSTED_PROXIES).some((range) => isWithin(peer, range));
}

/**
 * The part of an IP address that one customer of a network provider holds: all of an IPv4 address, the first
 * 64 bits of an IPv6 address (RFC 6177).
 */
export function networkOf(ip: string): string {
  const address = parseAddress(ip);
  if (address?.kind() !== 'ipv6') return ip;
  return `${new ipaddr.IPv6([...(address as ipaddr.IPv6).parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
