/** The host of a URL (`https://mastodon.social/…` → `mastodon.social`); empty when it is none. */
export function hostIn(url: unknown): string {
  return (typeof url === 'string' && URL.parse(url)?.host) || '';
}
