/**
 * Whether a call with an unknown outcome took effect: a container says whether it was published, and the
 * account's own lists show as what. A comment is looked for by its words.
 */
import type { Channel, Provider, ProviderContext, Published, SentAttempt } from '../../../_kit/contract.ts';
import type { VerifyResult } from '../../../_kit/contract.ts';
import { callsOf, commentAsPublished, profileUrl, toPublished } from './api.ts';
import type { Comment, Login, Media } from './api.ts';
import type { GraphCalls } from '../graph.ts';
import { readContainer, type Prepared, type PreparedComment, type PreparedPost } from './prepare.ts';

const PAGE = 50;
const RECENT = 20;
/** Instagram's clock and ours may differ. */
const SKEW_MS = 5 * 60_000;
/** Instagram does not say when a list shows a new comment. */
const COMMENT_SHOWN_MS = 60_000;
const FIELDS = 'id,caption,media_type,permalink,timestamp';

export const verifyOf =
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
    const words = bad.status ?? bad.status_code;
    return published
      ? { status: 'unknown', reason: `${published} of ${containers.length} stories are out; ${words}` }
      : { status: 'absent', evidence: `The container was not published: ${words}` };
  }
  return containers.every(({ status_code: code }) => code === 'FINISHED' || code === 'PUBLISHED')
    ? { status: 'repeatable', evidence: 'The container is not published, and becomes one post only' }
    : { status: 'unknown', reason: 'Instagram is still working on the post' };
}

async function findPost(
  call: GraphCalls,
  channel: Channel,
  { kind, caption, types }: PreparedPost,
  { sentAt, isTaken }: SentAttempt,
): Promise<VerifyResult> {
  const sinceMs = sentAt.getTime() - SKEW_MS;
  const entries = await listMedia(call, channel, kind === 'story' ? 'stories' : 'media');
  const found = entries
    .filter((entry) => !isTaken?.(toPublished(channel, entry)))
    .filter(({ timestamp }) => Date.parse(timestamp ?? '') >= sinceMs)
    .findLast(
      (entry) =>
        entry.media_type === types[0] &&
        (kind === 'story' || comparable(entry.caption) === comparable(caption)),
    );
  return found
    ? { status: 'found', published: toPublished(channel, found), byWords: true }
    : { status: 'unknown', reason: 'Instagram has published the post, but does not list it' };
}

async function findComment(
  call: GraphCalls,
  channel: Channel,
  { post, text }: PreparedComment,
  { sentAt, isTaken }: SentAttempt,
): Promise<VerifyResult> {
  const { data = [] } = await call<{ data?: readonly Comment[] }>(`/${post}/comments`, {
    query: { fields: 'id,text,timestamp,username', limit: String(PAGE) },
  });
  const sinceMs = sentAt.getTime() - SKEW_MS;
  const show = ({ id }: Comment): Published => commentAsPublished(id, post, profileUrl(channel));
  const found = data
    .filter((entry) => !isTaken?.(show(entry)))
    .filter(({ timestamp }) => Date.parse(timestamp ?? '') >= sinceMs)
    .findLast(
      (entry) =>
        comparable(entry.text) === comparable(text) &&
        (entry.username === undefined || entry.username === channel.details.username),
    );
  if (found) return { status: 'found', published: show(found), byWords: true };
  return data.length >= PAGE
    ? { status: 'unknown', reason: `The post has more than ${PAGE} comments: look whether this one is there` }
    : {
        status: 'absent',
        evidence: `None of the post's ${data.length} comments is this one`,
        afterMs: COMMENT_SHOWN_MS,
      };
}

/** White space at the ends of a line is what Instagram changes in a text. */
const comparable = (text = ''): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

/** Newest first. */
async function listMedia(
  call: GraphCalls,
  { internalId }: Pick<Channel, 'internalId'>,
  edge: 'media' | 'stories',
  limit = PAGE,
): Promise<readonly Media[]> {
  const query = { fields: FIELDS, limit: String(limit) };
  return (await call<{ data?: Media[] }>(`/${internalId}/${edge}`, { query })).data ?? [];
}

/** The account's newest posts. */
export const recentOf =
  (login: Login): NonNullable<Provider['recent']> =>
  async (channel: Channel, ctx: ProviderContext) =>
    (await listMedia(callsOf(login, channel, ctx), channel, 'media', RECENT)).map((entry) => {
      const { id, url } = toPublished(channel, entry);
      return { id, url: url ?? '', at: entry.timestamp, text: entry.caption ?? '' };
    });
