/**
 * Whether a call with an unknown outcome took effect: a container reports whether it was published, and the
 * account's own lists show as what. A comment is looked for by its text.
 */
import type { Channel, Provider, ProviderContext, Published, SentAttempt } from '../_kit/contract.ts';
import type { VerifyResult } from '../_kit/contract.ts';
import { isBefore, pick, readSince, verdictOn, type Likeness } from '../_kit/lookup.ts';
import { compareWords } from '../_kit/recent.ts';
import { callsOf, commentAsPublished, profileUrl, toPublished } from './api.ts';
import type { Comment, Login, Media } from './api.ts';
import { readList, type GraphCalls, type ListPage } from '../_shared/meta/graph.ts';
import { readContainer, type Prepared, type PreparedComment, type PreparedPost } from './prepare.ts';

const PAGE = 50;
const MAX_PAGES = 10;
const RECENT = 20;
/** Instagram's clock and ours may differ. */
const SKEW_MS = 5 * 60_000;
/** Instagram does not document when a list shows a new comment. */
const COMMENT_SHOWN_MS = 60_000;
const FIELDS = 'id,caption,media_type,permalink,timestamp';

const verifyOf =
  (login: Login): Provider['verify'] =>
  async ({ channel }, attempt, ctx) => {
    const prepared = attempt.prepared as Prepared;
    const call = callsOf(login, channel, ctx);
    return prepared.kind === 'comment'
      ? findComment(call, channel, prepared, attempt)
      : verifyPost(call, channel, prepared, attempt);
  };

async function verifyPost(
  call: GraphCalls,
  channel: Channel,
  prepared: PreparedPost,
  attempt: SentAttempt,
): Promise<VerifyResult> {
  const containers = [];
  for (const id of prepared.containers) containers.push(await readContainer(call, id));
  const published = containers.filter(({ status_code: code }) => code === 'PUBLISHED').length;
  if (published === containers.length) return findPost(call, channel, prepared, attempt);
  const bad = containers.find(({ status_code: code }) => code === 'ERROR' || code === 'EXPIRED');
  if (bad) {
    const text = bad.status ?? bad.status_code;
    return published
      ? { status: 'unknown', reason: `${published} of ${containers.length} stories are published; ${text}` }
      : { status: 'absent', evidence: `The container was not published: ${text}` };
  }
  return containers.every(({ status_code: code }) => code === 'FINISHED' || code === 'PUBLISHED')
    ? { status: 'repeatable', evidence: 'The container is not published, and becomes one post only' }
    : { status: 'unknown', reason: 'Instagram is still working on the post' };
}

/** The containers are published, so they are among the posts of the account; stories have no text. */
async function findPost(
  call: GraphCalls,
  channel: Channel,
  { kind, caption, types, containers }: PreparedPost,
  { sentAt, isTaken }: SentAttempt,
): Promise<VerifyResult> {
  const listed = await readSince<Media>({
    read: (after) => listMedia(call, channel, { edge: kind === 'story' ? 'stories' : 'media', after }),
    isBefore: ({ timestamp }) => isBefore(timestamp, sentAt, SKEW_MS),
    mostPages: MAX_PAGES,
  });
  const sought = {
    likenessOf(entry: Media): Likeness {
      if (entry.media_type !== undefined && !types.includes(entry.media_type)) return 'other';
      return kind === 'story' ? 'like it' : compareWords(caption, entry.caption ?? '');
    },
    show: (entry: Media) => toPublished(channel, entry),
    isTaken,
  };
  const { similar } = pick(listed.posts, sought);
  const verdict = verdictOn(listed, {
    ...sought,
    // No more are there than these can be: all are this one's.
    show: (entry) =>
      toPublished(
        channel,
        entry,
        similar.filter((one) => one !== entry).map(({ id }) => id),
      ),
    noun: 'posts of the account',
    outAs: containers.length,
  });
  return verdict.status === 'absent'
    ? { status: 'unknown', reason: 'Instagram has published the post, but does not list it' }
    : verdict;
}

async function findComment(
  call: GraphCalls,
  channel: Channel,
  { post, text }: PreparedComment,
  { sentAt, isTaken }: SentAttempt,
): Promise<VerifyResult> {
  const listed = await readSince<Comment>({
    read: (after) =>
      readList<Comment>(call, `/${post}/comments`, {
        fields: 'id,text,timestamp,username',
        limit: PAGE,
        after,
      }),
    isBefore: ({ timestamp }) => isBefore(timestamp, sentAt, SKEW_MS),
    madeAt: ({ timestamp }) => Date.parse(timestamp ?? '') || 0,
    mostPages: MAX_PAGES,
  });
  return verdictOn(listed, {
    likenessOf: ({ username, text: theirs = '' }) =>
      username !== undefined && username !== channel.details.username ? 'other' : compareWords(text, theirs),
    show: ({ id }): Published => commentAsPublished(id, post, profileUrl(channel)),
    isTaken,
    noun: 'comments there',
    afterMs: COMMENT_SHOWN_MS,
  });
}

/** Newest first. */
const listMedia = (
  call: GraphCalls,
  { internalId }: Pick<Channel, 'internalId'>,
  { edge, limit = PAGE, after }: { edge: 'media' | 'stories'; limit?: number; after?: string | null },
): Promise<ListPage<Media>> =>
  readList<Media>(call, `/${internalId}/${edge}`, { fields: FIELDS, limit, after });

/** The account's newest posts. */
const recentOf =
  (login: Login): NonNullable<Provider['recent']> =>
  async (channel: Channel, ctx: ProviderContext) =>
    (await listMedia(callsOf(login, channel, ctx), channel, { edge: 'media', limit: RECENT })).items.map(
      (entry) => {
        const { id, url } = toPublished(channel, entry);
        return { id, url: url ?? '', at: entry.timestamp, text: entry.caption ?? '' };
      },
    );

/** Whether a call took effect, and what the account shows. */
export const looksOf = (login: Login) => ({ verify: verifyOf(login), recent: recentOf(login) });
