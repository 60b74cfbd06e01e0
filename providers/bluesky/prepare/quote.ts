/**
 * The post that a post quotes: found by its URL, named by URI and hash (lexicon app.bsky.embed.record).
 */
import type { Channel, ProviderContext } from '../../_kit/contract.ts';
import { Rejected } from '../../_kit/errors.ts';
import { urlsOf, COLLECTION, xrpc, type FoundRecord, type StrongRef } from '../api.ts';
import { catalogue } from '../../_kit/sentences/catalogue.ts';
import { english } from '../sentences.ts';

const sentence = catalogue(english);

/** An account, by handle or DID, and the key of its post. */
interface PostUrl {
  readonly actor: string;
  readonly rkey: string;
}

/** Reads `https://bsky.app/profile/…/post/…`, that of another client, or an `at://` URI. */
export function parsePost(url: string): PostUrl | null {
  const [, actor, rkey] =
    /^at:\/\/([^/?#]+)\/app\.bsky\.feed\.post\/([^/?#]+)$/.exec(url) ??
    /^https:\/\/[^/]+\/profile\/([^/?#]+)\/post\/([^/?#]+)\/?(?:[?#].*)?$/.exec(url) ??
    [];
  return actor && rkey ? { actor: actor.replace(/^@/, '').replaceAll(/%3a/gi, ':'), rkey } : null;
}

/**
 * URI and hash of the quoted post. A PDS answers for accounts elsewhere too, through its AppView.
 *
 * @throws Rejected if there is no such post, or its author lets nobody quote it
 */
export async function findQuoted(url: string, channel: Channel, ctx: ProviderContext): Promise<StrongRef> {
  const post = parsePost(url);
  if (!post) throw new Rejected(sentence('bluesky_quoted_not_a_post', { url }));
  const { pds } = urlsOf(channel);
  const read = (collection: string, repo: string): Promise<FoundRecord | null> =>
    xrpc<FoundRecord>(ctx, pds, 'com.atproto.repo.getRecord', {
      query: { repo, collection, rkey: post.rkey },
    }).catch(asMissing);
  const found = await read(COLLECTION, await didOf(post.actor, pds, ctx));
  if (!found?.cid) throw new Rejected(sentence('bluesky_quoted_not_there', { url }));
  const { uri, cid } = found;
  const author = uri.split('/')[2] ?? '';
  // Its author may always quote it.
  const gate = author === channel.internalId ? null : await read('app.bsky.feed.postgate', author);
  if ((gate?.value.embeddingRules as unknown[] | undefined)?.length) {
    throw new Rejected(sentence('bluesky_quote_not_allowed', { url }));
  }
  return { uri, cid };
}

async function didOf(actor: string, pds: string, ctx: ProviderContext): Promise<string> {
  if (actor.startsWith('did:')) return actor;
  const found = await xrpc<{ did: string }>(ctx, pds, 'com.atproto.identity.resolveHandle', {
    query: { handle: actor },
  }).catch(asMissing);
  if (!found) throw new Rejected(sentence('bluesky_no_account_to_quote', { actor }));
  return found.did;
}

function asMissing(error: unknown): null {
  if (error instanceof Rejected) return null;
  throw error;
}
