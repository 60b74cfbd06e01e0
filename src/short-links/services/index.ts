/** The service that makes links short instead of Crier: the first whose key is set, as in v1. */
import type { Egress } from '../../../providers/_kit/egress.ts';
import type { Config } from '../../config.ts';
import { dub } from './dub.ts';
import { kutt } from './kutt.ts';
import { linkDrip } from './link-drip.ts';
import { caller, type LinkToMake, type Shortener } from './service.ts';
import { shortIo } from './short-io.ts';

export type ShortenerConfig = Pick<
  Config,
  | 'DUB_TOKEN'
  | 'DUB_API_ENDPOINT'
  | 'DUB_SHORT_LINK_DOMAIN'
  | 'SHORT_IO_SECRET_KEY'
  | 'SHORT_IO_API_ENDPOINT'
  | 'SHORT_IO_DOMAIN'
  | 'KUTT_API_KEY'
  | 'KUTT_API_ENDPOINT'
  | 'KUTT_SHORT_LINK_DOMAIN'
  | 'LINK_DRIP_API_KEY'
  | 'LINK_DRIP_API_ENDPOINT'
  | 'LINK_DRIP_SHORT_LINK_DOMAIN'
>;

/** A service with its key. `variable` is where the key stands. */
export interface Configured {
  readonly title: string;
  readonly variable: string;
  readonly shortener: Shortener;
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Every service whose key is set; the first is used. */
export function configuredShorteners(config: ShortenerConfig): Configured[] {
  const { DUB_TOKEN, SHORT_IO_SECRET_KEY, KUTT_API_KEY, LINK_DRIP_API_KEY } = config;
  return [
    ...(DUB_TOKEN
      ? [
          {
            title: 'Dub',
            variable: 'DUB_TOKEN',
            shortener: dub(config.DUB_SHORT_LINK_DOMAIN),
            endpoint: config.DUB_API_ENDPOINT,
            headers: { authorization: `Bearer ${DUB_TOKEN}` },
          },
        ]
      : []),
    ...(SHORT_IO_SECRET_KEY
      ? [
          {
            title: 'Short.io',
            variable: 'SHORT_IO_SECRET_KEY',
            shortener: shortIo(config.SHORT_IO_DOMAIN),
            endpoint: config.SHORT_IO_API_ENDPOINT,
            headers: { authorization: SHORT_IO_SECRET_KEY },
          },
        ]
      : []),
    ...(KUTT_API_KEY
      ? [
          {
            title: 'Kutt',
            variable: 'KUTT_API_KEY',
            shortener: kutt(config.KUTT_SHORT_LINK_DOMAIN),
            endpoint: config.KUTT_API_ENDPOINT,
            headers: { 'x-api-key': KUTT_API_KEY },
          },
        ]
      : []),
    ...(LINK_DRIP_API_KEY
      ? [
          {
            title: 'LinkDrip',
            variable: 'LINK_DRIP_API_KEY',
            shortener: linkDrip(config.LINK_DRIP_SHORT_LINK_DOMAIN),
            endpoint: config.LINK_DRIP_API_ENDPOINT,
            headers: { authorization: `Bearer ${LINK_DRIP_API_KEY}` },
          },
        ]
      : []),
  ];
}

/** @throws ShortenerAway, LinkRefused */
export const shortenAt = (egress: Egress, configured: Configured, link: LinkToMake): Promise<string> =>
  configured.shortener.shorten(link, caller(egress, configured));

/** @throws ShortenerAway, LinkRefused */
export const checkShortener = (egress: Egress, configured: Configured): Promise<void> =>
  configured.shortener.check(caller(egress, configured));
