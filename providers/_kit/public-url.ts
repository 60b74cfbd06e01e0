/** Which hosts can be reached from outside, by their form alone. */
import ipaddr from 'ipaddr.js';
import type { ContentIssue, PublishRequest } from './contract.ts';
import { sentence } from './sentences/catalogue.ts';

/**
 * RFC 6761, 6762, 8375, 7686, 9476, what ICANN has set aside for private use, and the names that routers
 * invent.
 */
const PRIVATE_SUFFIXES = [
  'localhost',
  'local',
  'internal',
  'home.arpa',
  'test',
  'invalid',
  'onion',
  'alt',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'localdomain',
];

/** Whether a name is by its form that of a private network; its IP address is not known. */
export function isPrivateName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return !name.includes('.') || PRIVATE_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`));
}

/**
 * Whether a network may fetch from a URL: https, and neither an IP address nor a name of a private network.
 */
export function isPublicUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:') return false;
  return ipaddr.isValid(host) ? ipaddr.process(host).range() === 'unicast' : !isPrivateName(host);
}

/**
 * For `validate` of a network with `fetchesMedia`: reported in advance, because the network would only answer
 * that it could not fetch the file.
 */
export function checkReach(name: string, { media, position }: PublishRequest['item']): ContentIssue[] {
  const far = media.find(({ url }) => !isPublicUrl(url));
  if (!far) return [];
  const origin = URL.canParse(far.url) ? new URL(far.url).origin : far.url;
  return [{ path: `value.${position}.image`, ...sentence('files_not_public', { network: name, origin }) }];
}
