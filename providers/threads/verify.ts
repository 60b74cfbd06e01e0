/**
 * Whether a call with an unknown outcome took effect: the container says whether it was published, and the
 * account's own lists show as what.
 */
import type { Channel, Provider, ProviderContext, SentAttempt } from '../_kit/contract.ts';
import { call, toPublished, type Thread } from './api.ts';
import { readContainer, type Prepared } from './prepare.ts';

const PAGE = 50;
const RECENT = 20;
/** Threads' clock and ours may differ. */
const SKEW_MS = 5 * 60_000;
const FIELDS = 'id,text,media_type,permalink,timestamp';

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
  { text, parent, files }: Prepared,
  { sentAt, isTaken }: SentAttempt,
  ctx: ProviderContext,
): ReturnType<Provider['verify']> {
  const sinceMs = sentAt.getTime() - SKEW_MS;
  const entries = await list(channel, parent ? 'replies' : 'threads', { limit: PAGE, sinceMs }, ctx);
  const found = entries
    .filter((entry) => !isTaken?.(toPublished(channel, entry)))
    .filter((entry) => Date.parse(entry.timestamp ?? '') >= sinceMs)
    .findLast(
      (entry) =>
        normalise(entry.text) === normalise(text) &&
        (!parent || !entry.replied_to || entry.replied_to.id === parent) &&
        isKind(files, entry),
    );
  return found
    ? { status: 'found', published: toPublished(channel, found), byWords: true }
    : { status: 'unknown', reason: 'Threads has published the post, but does not list it' };
}

const isKind = (files: number, { media_type: type = '' }: Thread): boolean =>
  files === 0 ? type === 'TEXT_POST' : files > 1 ? type === 'CAROUSEL_ALBUM' : /^(IMAGE|VIDEO)$/.test(type);

/** White space at the ends of a line is what Threads changes in a text. */
const normalise = (text = ''): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();

/** Newest first. */
async function list(
  channel: Channel,
  what: 'threads' | 'replies',
  { limit, sinceMs }: { limit: number; sinceMs?: number },
  ctx: ProviderContext,
): Promise<readonly Thread[]> {
  const { data } = await call<{ data?: Thread[] }>(channel, ctx, `/me/${what}`, {
    query: {
      fields: what === 'replies' ? `${FIELDS},replied_to` : FIELDS,
      limit: String(limit),
      ...(sinceMs === undefined ? {} : { since: String(Math.floor(sinceMs / 1000)) }),
    },
  });
  return data ?? [];
}

/** The account's newest posts. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) =>
  (await list(channel, 'threads', { limit: RECENT }, ctx)).map((entry) => {
    const { id, url } = toPublished(channel, entry);
    return { id, url: url ?? '', at: entry.timestamp, text: entry.text ?? '' };
  });
