/**
 * Where to go after signing in, from the parameter `next` of a URL: a path on this origin, or `/`. `//host`,
 * `/\host` and anything that a browser reads as one of them (tabs, `/.//host`) would lead elsewhere, so they
 * are not followed.
 */
export function nextPath(next: string | null, origin: string): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return '/';
  const url = URL.parse(next, origin);
  if (url?.origin !== origin || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
