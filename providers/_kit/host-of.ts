/** The host of a URL (`https://mastodon.social/…` → `mastodon.social`); empty when it is none. */
export function hostIn(address: unknown): string {
  return (typeof address === 'string' && URL.parse(address)?.host) || '';
}
