/** Where short links are, and which links are short already. */
import type { Config } from '../platform/config/config.ts';
import { codeOf } from './code.ts';
import { configuredShorteners, type ShortenerConfig } from './services/index.ts';

/** The settings that determine where short links are. */
export interface OriginDeps {
  readonly publicUrl: string;
  readonly config: Pick<Config, 'SHORT_LINK_DOMAIN'> & ShortenerConfig;
}

/** The origin of our own: the public URL, unless SHORT_LINK_DOMAIN names another. */
export const shortOrigin = ({ publicUrl, config }: OriginDeps): string =>
  config.SHORT_LINK_DOMAIN ?? new URL(publicUrl).origin;

export const ownUrl = (deps: OriginDeps, code: string): string => `${shortOrigin(deps)}/s/${code}`;

/** A URL as long as the short ones are, for any service. */
export function sampleUrl(deps: OriginDeps, code: string): string {
  const [used] = configuredShorteners(deps.config);
  return used ? `https://${used.shortener.domain}/${code}` : ownUrl(deps, code);
}

/**
 * Whether a link is short already, on the domain that is used now. Those of domains that were used before are
 * known by their links (make-links.ts).
 */
export function isShort(deps: OriginDeps, url: string): boolean {
  const [used] = configuredShorteners(deps.config);
  return url.startsWith(ownUrl(deps, '')) || URL.parse(url)?.host === used?.shortener.domain;
}

/** Whether a link looks like one of ours, on any domain. */
export const looksOwn = (url: string): boolean => codeOf(url) !== undefined;
