/**
 * Whether a call with an unknown outcome took effect: the container reports whether it was published, and the
 * account's own lists show as what.
 */
import type { Channel, Provider, ProviderContext, SentAttempt } from '../_kit/contract.ts';
import { isBefore, readSince, verdictOn } from '../_kit/lookup.ts';
import { compareWords } from '../_kit/recent.ts';
import { readList, type GraphCalls, type ListPage } from '../_shared/meta/graph.ts';
import { call, toPublished, type Thread } from './api.ts';
import { readContainer, type Prepared } from './prepare.ts';
import { OPTIONS } from './schema.ts';

const PAGE = 50;
const MAX_PAGES = 5;
const RECENT = 20;
/** Threads' clock and ours may differ. */
const SKEW_MS = 5 * 60_000;
const FIELDS = 'id,text,media_type,permalink,timestamp';
const POLL_AND_QUOTE = `poll_attachment{${OPTIONS.join(',')}},quoted_post`;

export const verify: Provider['verify'] = async ({ channel }, attempt, ctx) => {
  const prepared = attempt.prepared as Prepared;
  const { status, error_message: problem } = await readContainer(channel, prepared.container, ctx);
  switch (status) {
    case 'PUBLISHED':
      return find(channel, prepared, attempt, ctx);
    case 'FINISHED':
      return { status: 'repeatable', evidence: 'The container is not published, and becomes one post only' };
    case 'ERROR':
    case 'EXPIRED':
      return { status: 'absent', evidence: `The container was not published: ${problem ?? status}` };
    default:
      return { status: 'unknown', reason: 'Threads is still working on the post' };
  }
};

async function find(
  channel: Channel,
  prepared: Prepared,
  { sentAt, isTaken }: SentAttempt,
  ctx: ProviderContext,
): ReturnType<Provider['verify']> {
  const { text, parent, files } = prepared;
  const listed = await readSince<Thread>({
    read: (after) => list(channel, { what: parent ? 'replies' : 'threads', limit: PAGE, after, sentAt }, ctx),
    isBefore: ({ timestamp }) => isBefore(timestamp, sentAt, SKEW_MS),
    mostPages: MAX_PAGES,
  });
  const verdict = verdictOn(listed, {
    likenessOf(entry) {
      if (parent && entry.replied_to && entry.replied_to.id !== parent) return 'other';
      if (!parent && !hasSame(prepared, entry)) return 'other';
      const likeness = compareWords(text, entry.text ?? '');
      if (isKind(files, entry)) return likeness;
      return likeness === 'same words' ? 'like it' : 'other';
    },
    show: (entry) => toPublished(channel, entry),
    isTaken,
    noun: 'posts of the account',
    outAs: 1,
  });
  return verdict.status === 'absent'
    ? { status: 'unknown', reason: 'Threads has published the post, but does not list it' }
    : verdict;
}

/** Whether a post has the poll and the quote of ours, or neither. */
function hasSame(
  { poll, quote }: Prepared,
  { poll_attachment: theirs, quoted_post: quoted }: Thread,
): boolean {
  const options = OPTIONS.flatMap((name) => theirs?.[name] ?? []);
  return JSON.stringify(options) === JSON.stringify(poll ?? []) && (quoted?.id ?? null) === (quote ?? null);
}

const isKind = (files: number, { media_type: type = '' }: Thread): boolean =>
  files === 0 ? type === 'TEXT_POST' : files > 1 ? type === 'CAROUSEL_ALBUM' : /^(IMAGE|VIDEO)$/.test(type);

interface ListQuery {
  readonly what: 'threads' | 'replies';
  readonly limit: number;
  readonly after?: string | null;
  readonly sentAt?: Date;
}

/** Newest first. Meta's collection of requests shows cursors alone, so only an empty page is the last one. */
async function list(
  channel: Channel,
  { what, limit, after, sentAt }: ListQuery,
  ctx: ProviderContext,
): Promise<Pick<ListPage<Thread>, 'items' | 'next'>> {
  const calls: GraphCalls = (path, options) => call(channel, ctx, path, options);
  const { items, end } = await readList<Thread>(calls, `/me/${what}`, {
    fields: `${FIELDS},${what === 'replies' ? 'replied_to' : POLL_AND_QUOTE}`,
    limit,
    after,
    since: sentAt && Math.floor((sentAt.getTime() - SKEW_MS) / 1000),
  });
  return { items, next: items.length ? end : null };
}

/** The account's newest posts. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) =>
  (await list(channel, { what: 'threads', limit: RECENT }, ctx)).items.map((entry) => {
    const { id, url } = toPublished(channel, entry);
    return { id, url: url ?? '', at: entry.timestamp, text: entry.text ?? '' };
  });
