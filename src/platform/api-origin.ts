/** The web app and the API on two origins. */
import type { Config } from './config/config.ts';

/**
 * The origin of the API, uploads, the sandbox and the reference: that of NEXT_PUBLIC_BACKEND_URL when the web
 * app is served from another host of the same site; else undefined, and they are where the pages are.
 */
export function apiOrigin({
  FRONTEND_URL,
  NEXT_PUBLIC_BACKEND_URL,
}: Pick<Config, 'FRONTEND_URL' | 'NEXT_PUBLIC_BACKEND_URL'>): string | undefined {
  if (!FRONTEND_URL || !NEXT_PUBLIC_BACKEND_URL) return undefined;
  const [pages, api] = [new URL(FRONTEND_URL), new URL(NEXT_PUBLIC_BACKEND_URL)];
  return api.origin !== pages.origin && areSameSite(pages, api) ? api.origin : undefined;
}

/**
 * Whether a browser sends SameSite=Lax cookies from pages of one URL to the other: the same scheme, and hosts
 * below one domain. Only the Public Suffix List knows which domains belong to one owner; two equal labels at
 * the end are close enough for a hint.
 */
export function areSameSite(one: URL, other: URL): boolean {
  const site = ({ hostname }: URL): string =>
    /[\d\]]$/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
  return one.protocol === other.protocol && site(one) === site(other);
}
