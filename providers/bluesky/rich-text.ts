/**
 * Links, mentions and hashtags of a text. The library finds them and counts the UTF-8 bytes; the server does
 * not link by itself.
 */
import type { AppBskyRichtextFacet as Facet } from '@atproto/api';
import type { Json, ProviderContext } from '../_kit/contract.ts';
import { Rejected } from '../_kit/errors.ts';
import { xrpc } from './xrpc.ts';

/**
 * The library with all its lexicons, loaded when a post goes out: a process without Bluesky channels starts
 * sooner without it.
 */
export const atproto = () => import('@atproto/api');

/**
 * The facets of a text (lexicon app.bsky.richtext.facet), mentions resolved to DIDs by `pds`.
 *
 * A mention of a handle that nobody has stays plain text. Any other failure to resolve is thrown, because the
 * library's own `detectFacets` would drop the mention in silence, and the post cannot be edited later.
 */
export async function detectFacets(text: string, pds: string, ctx: ProviderContext): Promise<Json[]> {
  const { AppBskyRichtextFacet, RichText } = await atproto();
  const richText = new RichText({ text });
  richText.detectFacetsWithoutResolution();
  const facets: Facet.Main[] = [];
  for (const facet of richText.facets ?? []) {
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
