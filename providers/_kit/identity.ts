/** What a post is known by, for `Provider.keyOf`. */
import type { Provider } from './contract.ts';
import type { Published } from './publishing.ts';

/**
 * Stands for an id that nobody knows: the network did not tell it, or a person said that the post is out, and
 * gave its address at most.
 */
export const MISSING = 'missing';

/** By what the posts of a part are known, of which there may be several; none of them is another item's. */
export const keysOf = (
  { keyOf, keysOf: ofAll }: Pick<Provider, 'keyOf' | 'keysOf'>,
  published: Published,
): readonly string[] => {
  // An id that nobody knows names nothing.
  const all = (ofAll?.(published) ?? []).filter((key) => key && key !== MISSING);
  return [...new Set([keyOf(published), ...all])];
};

/**
 * The network's own id of a post: its key, where ids are unique at the whole network. Where only its address
 * is known, the id is the first group of `inAddress`, or else the address stands for itself.
 */
export function idOf({ id, url }: Pick<Published, 'id' | 'url'>, inAddress?: RegExp): string {
  if (id && id !== MISSING) return id;
  return inAddress?.exec(url ?? '')?.[1] ?? url ?? '';
}
