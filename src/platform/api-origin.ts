/** The web app and the API at two addresses. */
import type { Config } from './config/config.ts';

/**
 * Where the API, uploads, the sandbox and the reference are, as an origin: that of NEXT_PUBLIC_BACKEND_URL
 * when the web app is served from another address of the same site; else undefined, and they are where the
 * pages are.
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
 * Whether a browser sends SameSite=Lax cookies from pages of one address to the other: the same scheme, and
 * hosts below one domain. Which domains belong to one owner only the Public Suffix List says; two equal
 * labels at the end are close enough for a hint.
 */
export function areSameSite(one: URL, other: URL): boolean {
  const site = ({ hostname }: URL): string =>
    /[\d\]]$/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.');
  return one.protocol === other.protocol && site(one) === site(other);
}
