/**
 * Whether a call with an unknown outcome took effect. The posts and comments of a page can be read; those of
 * a member cannot, because LinkedIn gives `r_member_social` to hardly anybody.
 */
import type { Provider } from '../_kit/contract.ts';
import { verdictOn, type Likeness } from '../_kit/lookup.ts';
import { atSeconds, compareWords } from '../_kit/recent.ts';
import { authorOf, commentAsPublished, postAsPublished } from './api.ts';
import { isPage, listEntries, listSince, type Entry } from './api/entries.ts';
import type { Prepared } from './prepare.ts';
import { plainOf } from './text.ts';

export const verify: Provider['verify'] = async ({ channel }, { prepared: stored, sentAt, isTaken }, ctx) => {
  const prepared = stored as Prepared;
  if (!isPage(channel) || !prepared.known) {
    const what = isPage(channel) ? 'these comments' : 'the posts of a profile';
    return {
      status: 'unknown',
      reason: `LinkedIn does not let this app read ${what}: look whether it is there`,
    };
  }
  const { post, known } = prepared;
  return verdictOn(await listSince(channel, { post, known, sentAt }, ctx), {
    likenessOf: (entry) => (entry.author === authorOf(channel) ? likenessOf(prepared, entry) : 'other'),
    show: ({ id }) => (post ? commentAsPublished(post, id) : postAsPublished(id)),
    isTaken,
    noun: post ? 'comments there' : 'posts of the page',
  });
};

/** A file belongs to one post only. */
function likenessOf({ media, text, content }: Prepared, entry: Entry): Likeness {
  if (media.some((urn) => entry.media.includes(urn))) return 'ours';
  if (media.length && entry.media.length) return 'other';
  const likeness = compareWords(text, entry.text, plainOf);
  const { poll } = (content ?? {}) as { poll?: { question?: string } };
  if (poll?.question !== entry.question && likeness === 'same words') {
    return poll && entry.question ? 'other' : 'like it';
  }
  return likeness === 'same words' && (media.length || entry.media.length) ? 'like it' : likeness;
}

const RECENT = 20;

/** The newest posts of a page. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) =>
  (await listEntries(channel, null, ctx)).slice(0, RECENT).map(({ id, text, createdAt }) => {
    const { url } = postAsPublished(id);
    return { id, url: url ?? '', text: plainOf(text), at: atSeconds(createdAt && createdAt / 1000) };
  });
