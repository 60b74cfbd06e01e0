/**
 * Links, mentions and hashtags in a text. The library finds them and counts the UTF-8 bytes; the server does
 * not detect them itself.
 */
import type { AppBskyRichtextFacet as Facet } from '@atproto/api';
import type { Json, ProviderContext } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { atproto, xrpc } from './api.ts';

/**
 * The facets of a text (lexicon app.bsky.richtext.facet), mentions resolved to DIDs by `pds`.
 *
 * A mention of a handle that does not exist stays plain text. Any other failure to resolve is thrown: the
 * library's own `detectFacets` would silently drop the mention, and the post cannot be edited later.
 */
export async function detectFacets(text: string, pds: string, ctx: ProviderContext): Promise<Json[]> {
  const { AppBskyRichtextFacet, RichText } = await atproto();
  const richText = new RichText({ text });
  richText.detectFacetsWithoutResolution();
  const facets: Facet.Main[] = [];
  for (const facet of richText.facets ?? []) {
    const link = facet.features.find((feature) => AppBskyRichtextFacet.isLink(feature));
    if (link) {
      facets.push(withoutEnd(facet, link));
      continue;
    }
    const mention = facet.features.find((feature) => AppBskyRichtextFacet.isMention(feature));
    if (!mention) {
      facets.push(facet);
      continue;
    }
    const did = await resolveHandle(mention.did, pds, ctx);
    if (did) facets.push({ ...facet, features: [{ ...mention, did }] });
  }
  return JSON.parse(JSON.stringify(facets)) as Json[];
}

/** Closing brackets, with the opening ones. */
const BRACKETS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{', '>': '<' };
/** The end of a sentence or a quotation. */
const MARKS = /[.,;:!?'"“”‘’«»‹›]$/;

/**
 * A link without what belongs to the text around it: marks at its end, and brackets that it closes and has
 * not opened (github.github.com/gfm, 6.9: extended autolinks). The library takes off one bracket at most, and
 * none when the URL has one of its own: `(see https://en.wikipedia.org/wiki/Crier_(horse))`.
 */
function withoutEnd(facet: Facet.Main, link: Facet.Link): Facet.Main {
  let { uri } = link;
  while (MARKS.test(uri) || closesTooMany(uri)) uri = uri.slice(0, -1);
  const byteEnd = facet.index.byteEnd - Buffer.byteLength(link.uri.slice(uri.length));
  return {
    ...facet,
    index: { ...facet.index, byteEnd },
    features: [{ $type: 'app.bsky.richtext.facet#link', uri }],
  };
}

function closesTooMany(uri: string): boolean {
  const closing = uri.at(-1) ?? '';
  const opening = BRACKETS[closing];
  return opening !== undefined && uri.split(closing).length > uri.split(opening).length;
}

async function resolveHandle(handle: string, pds: string, ctx: ProviderContext): Promise<string | null> {
  try {
    return (
      await xrpc<{ did: string }>(ctx, pds, 'com.atproto.identity.resolveHandle', { query: { handle } })
    ).did;
  } catch (error) {
    if (error instanceof Rejected) return null;
    throw error;
  }
}
