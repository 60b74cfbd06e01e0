/** What a post is known by, for `Provider.keyOf`. */
import type { Provider } from './contract.ts';
import type { Published } from './publishing.ts';

/**
 * Stands for an unknown id: the network did not return it, or a person reported the post as published, and
 * gave its URL at most.
 */
export const MISSING = 'missing';

/** The ids and URLs of the posts of a part, of which there may be several; none is another item's. */
export const keysOf = (
  { keyOf, keysOf: ofAll }: Pick<Provider, 'keyOf' | 'keysOf'>,
  published: Published,
): readonly string[] => {
  // An id that nobody knows names nothing.
  const all = (ofAll?.(published) ?? []).filter((key) => key && key !== MISSING);
  return [...new Set([keyOf(published), ...all])];
};

/**
 * The network's own id of a post: its key, where ids are unique on the whole network. Where only its URL is
 * known, the id is the first group of `inUrl`, or else the URL itself.
 */
export function idOf({ id, url }: Pick<Published, 'id' | 'url'>, inUrl?: RegExp): string {
  if (id && id !== MISSING) return id;
  return inUrl?.exec(url ?? '')?.[1] ?? url ?? '';
}
