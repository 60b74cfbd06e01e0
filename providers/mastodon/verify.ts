/** Whether a publish call with an unknown outcome took effect: reads the account's statuses and compares. */
import { convert } from 'html-to-text';
import type { Provider, ProviderContext, PublishRequest } from '../_kit/contract.ts';
import { ageMs, verdictOn, type Likeness, type Listed } from '../_kit/lookup.ts';
import { compareWords } from '../_kit/recent.ts';
import { accountIdOf, accessOf, call, toPublished, type Status } from './api.ts';
import type { Prepared } from './prepare.ts';
import { readDetails } from './schema.ts';
import { RECENT } from './rules.ts';

/**
 * The instance keeps a key for an hour; the rest is a margin for differing clocks and for the repeat itself.
 */
const REPEATABLE_MS = 50 * 60_000;
/**
 * How long after the call a status may still appear: a server goes on with a request whose connection broke.
 * Mastodon stores the key after the status and without a lock, so a repeat that overtakes the first request
 * makes a second status; its own proxy waits a minute. Of other software no bound is known.
 */
const LATE_MS = 60_000;
const LATE_ELSEWHERE_MS = 5 * 60_000;
const PAGE = 40;
const MAX_PAGES = 5;
/**
 * Searches the statuses with a greater id than the newest one before the call, so that no clocks are
 * compared. If it is not there: `repeatable` while the instance still honours the key, else the result from
 * the list.
 */
export const verify: Provider['verify'] = async (request, attempt, ctx) => {
  const prepared = attempt.prepared as Prepared;
  const verdict = verdictOn(await listSince(request, prepared.newestId, ctx), {
    likenessOf: (status) => likenessOf(prepared, status),
    show: toPublished,
    isTaken: attempt.isTaken,
    noun: 'posts of the account',
    afterMs: LATE_ELSEWHERE_MS,
  });
  const leftMs = REPEATABLE_MS - ageMs(attempt);
  const { honoursIdempotencyKey } = readDetails(request.channel.details);
  if (verdict.status === 'found' || !honoursIdempotencyKey || leftMs <= 0) return verdict;
  return {
    status: 'repeatable',
    evidence: "Not among the account's posts; the instance honours the Idempotency-Key for an hour",
    afterMs: LATE_MS,
    forMs: leftMs,
  };
};

/**
 * A file belongs to one status only, and Mastodon shows it by the id of its upload; other software may not.
 */
function likenessOf(prepared: Prepared, status: Status): Likeness {
  const { status: text, mediaIds, inReplyToId } = prepared;
  if ((status.in_reply_to_id ?? null) !== inReplyToId) return 'other';
  if (quotesOther(prepared, status)) return 'other';
  const shown = status.media_attachments;
  if (shown.some(({ id }) => id && mediaIds.includes(id))) return 'ours';
  const likeness = compareWords(text, toText(status.content), tidy);
  if (shown.length === mediaIds.length && hasPollOf(prepared, status)) return likeness;
  // The number of files can rule a status out, but only one that has nothing else. Software that knows no
  // polls leaves ours out.
  return text && likeness !== 'other' ? 'like it' : 'other';
}

/** Whether one quotes and the other does not, or something else. A pending quote does not name its post. */
function quotesOther({ quote }: Prepared, { quote: shown }: Status): boolean {
  if (!shown || !quote) return Boolean(shown) !== Boolean(quote);
  const quoted = shown.quoted_status?.id ?? shown.quoted_status_id ?? null;
  return quoted !== null && quoted !== quote;
}

/** Whether both have no poll, or one with the same answers, which some software shows as HTML. */
function hasPollOf({ poll }: Prepared, status: Status): boolean {
  const answers = (titles: readonly string[]): string =>
    titles.map((title) => tidy(toText(title))).join('\n');
  const shown = status.poll?.options.map(({ title }) => title) ?? [];
  return answers(poll?.options ?? []) === answers(shown);
}

/** The account's newest statuses, each with its URL. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const { body } = await call<Status[]>(
    accessOf(channel),
    ctx,
    `/api/v1/accounts/${accountIdOf(channel)}/statuses?limit=${RECENT}&exclude_reblogs=true`,
  );
  return body.map((status) => ({
    id: status.id,
    url: status.url ?? status.uri,
    at: status.created_at,
    text: toText(status.content),
  }));
};

/** Statuses after `newestId`, oldest page first (`min_id`), each newest first. */
async function listSince(
  request: PublishRequest,
  newestId: string | null,
  ctx: ProviderContext,
): Promise<Listed<Status>> {
  const posts: Status[] = [];
  let after = newestId;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = new URLSearchParams({
      limit: String(PAGE),
      exclude_reblogs: 'true',
      ...(after ? { min_id: after } : {}),
    });
    const { body } = await call<Status[]>(
      accessOf(request.channel),
      ctx,
      `/api/v1/accounts/${accountIdOf(request.channel)}/statuses?${query}`,
    );
    posts.push(...body.toReversed());
    // Pages may be shorter than requested, so only an empty one marks the end. (For an account without posts
    // there is no `min_id`: the first page is then the newest one, and everything unless it is full.)
    if (!body.length) return { posts, complete: true };
    if (!after && body.length >= PAGE) break;
    after = body[0]?.id ?? after;
  }
  return { posts, complete: false };
}

/** The text of a status: links and mentions without their URLs. */
function toText(html: string): string {
  return convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      // The link that an instance puts before a quote, for software without quotes.
      { selector: 'p.quote-inline', format: 'skip' },
    ],
  });
}

/**
 * Removes what an instance changes when it turns a text into HTML: the domain of a mention (shown as `@user`)
 * and the protocol of a link (hidden by some software).
 */
const tidy = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/https?:\/\/(?:www\.)?/giu, '')
    .replace(/(@[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)@[\p{L}\p{N}_]+(?:[.-]+[\p{L}\p{N}_]+)*/giu, '$1');
