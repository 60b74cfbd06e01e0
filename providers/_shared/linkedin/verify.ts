/**
 * Whether a call with an unknown outcome took effect. The posts and comments of a page can be read; those of
 * a member cannot, because LinkedIn gives `r_member_social` to hardly anybody.
 */
import type { Provider } from '../../_kit/contract.ts';
import { atSeconds } from '../../_kit/recent.ts';
import { commentAsPublished, postAsPublished } from './api.ts';
import { isPage, listEntries, PAGE, type Entry } from './entries.ts';
import type { Prepared } from './prepare.ts';
import { comparable } from './text.ts';

export const verify: Provider['verify'] = async ({ channel }, { prepared: stored, isTaken }, ctx) => {
  const prepared = stored as Prepared;
  if (!isPage(channel) || !prepared.known) {
    return {
      status: 'unknown',
      reason: 'LinkedIn does not let apps read the posts of a profile: look whether the post is there',
    };
  }
  const { post, known } = prepared;
  const entries = await listEntries(channel, post, ctx);
  const later = entries.filter(({ id }) => !known.includes(id));
  const show = ({ id }: Entry) => (post ? commentAsPublished(post, id) : postAsPublished(id));
  const found = later.filter((entry) => !isTaken?.(show(entry))).find((entry) => isSame(prepared, entry));
  if (found) return { status: 'found', published: show(found), byWords: !prepared.media.length };
  if (later.length >= PAGE) {
    return {
      status: 'unknown',
      reason: `The page has ${PAGE} newer entries: look whether this one is among them`,
    };
  }
  return {
    status: 'absent',
    evidence: `None of the page's ${later.length} entries since the call is this one`,
  };
};

/** A file belongs to one post only; its words may have been edited since. */
const isSame = ({ media, text }: Prepared, entry: Entry): boolean =>
  media.length
    ? entry.media.includes(media[0] ?? '')
    : !entry.media.length && comparable(entry.text) === comparable(text);

const RECENT = 20;

/** The newest posts of a page. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) =>
  (await listEntries(channel, null, ctx)).slice(0, RECENT).map(({ id, text, createdAt }) => {
    const { url } = postAsPublished(id);
    return { id, url: url ?? '', text: comparable(text), at: atSeconds(createdAt && createdAt / 1000) };
  });
