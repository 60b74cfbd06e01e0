/**
 * Where to go after signing in, from the parameter `next` of an address: a path of this origin, or `/`.
 * `//host`, `/\host` and what a browser would read as one of them (tabs, `/.//host`) lead elsewhere and are
 * not followed.
 */
export function nextPath(next: string | null, origin: string): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return '/';
  const url = URL.parse(next, origin);
  if (url?.origin !== origin || url.pathname.startsWith('//')) return '/';
  return url.pathname + url.search + url.hash;
}
