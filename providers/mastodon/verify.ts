/** Whether a publish call with an unknown outcome took effect: reads the account's statuses and compares. */
import { convert } from 'html-to-text';
import type { Provider, ProviderContext, PublishRequest, VerifyResult } from '../_kit/contract.ts';
import { accountIdOf, accessOf, call, toPublished, type Status } from './api.ts';
import type { Prepared } from './prepare.ts';
import { readDetails } from './schema.ts';

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
const RECENT = 20;
const MOST_PAGES = 5;
/** A status that shares this fraction of words may be ours, edited since. */
const RESEMBLES = 0.6;

/**
 * Searches the statuses with a greater id than the newest one before the call, so that no clocks are
 * compared. If it is not there: `repeatable` while the instance still honours the key, else `absent` if the
 * list was read to its end and nothing in it resembles the post.
 */
export const verify: Provider['verify'] = async (request, attempt, ctx) => {
  const prepared = attempt.prepared as Prepared;
  const { statuses, complete } = await listSince(request, prepared.newestId, ctx);
  const candidates = statuses.filter(
    (s) =>
      s.media_attachments.length === prepared.mediaIds.length &&
      (s.in_reply_to_id ?? null) === prepared.inReplyToId &&
      !attempt.isTaken?.(toPublished(s)),
  );
  const wanted = normalise(prepared.status);
  const found = candidates.find((status) => normalise(toText(status.content)) === wanted);
  if (found) return { status: 'found', published: toPublished(found), byWords: true };
  const ageMs = ctx.now().getTime() - attempt.sentAt.getTime();
  const { honoursIdempotencyKey } = readDetails(request.channel.details);
  if (honoursIdempotencyKey && ageMs < REPEATABLE_MS) {
    return {
      status: 'repeatable',
      evidence: "Not among the account's posts; the instance honours the Idempotency-Key for an hour",
      afterMs: LATE_MS,
      forMs: REPEATABLE_MS - ageMs,
    };
  }
  const missing = assessMissing(prepared, candidates, { seen: statuses.length, complete });
  return missing.status === 'absent' ? { ...missing, afterMs: LATE_ELSEWHERE_MS } : missing;
};

function assessMissing(
  prepared: Prepared,
  candidates: readonly Status[],
  list: { seen: number; complete: boolean },
): VerifyResult {
  if (!list.complete) {
    return {
      status: 'unknown',
      reason: `The account has published more than ${list.seen} posts since then; check the profile`,
    };
  }
  const similar = candidates.find((status) => resembles(prepared.status, toText(status.content)));
  if (similar) {
    return {
      status: 'unknown',
      reason: `The post at ${similar.url ?? similar.uri} resembles this one; check whether it is the same`,
    };
  }
  return {
    status: 'absent',
    evidence: `None of the account's ${list.seen} posts since the call is this one`,
  };
}

/** The account's newest statuses, each with its address. */
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

/** Statuses after `newestId`, oldest page first (`min_id`); `complete` if the list was read to its end. */
async function listSince(
  request: PublishRequest,
  newestId: string | null,
  ctx: ProviderContext,
): Promise<{ statuses: Status[]; complete: boolean }> {
  const statuses: Status[] = [];
  let after = newestId;
  for (let page = 0; page < MOST_PAGES; page++) {
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
    statuses.push(...body);
    // Pages may be shorter than requested, so only an empty one marks the end. (For an account without posts
    // there is no `min_id`: the first page is then the newest one, and everything unless it is full.)
    if (!body.length) return { statuses, complete: true };
    if (!after && body.length >= PAGE) break;
    after = body[0]?.id ?? after;
  }
  return { statuses, complete: false };
}

/** The text of a status: links and mentions without their addresses. */
function toText(html: string): string {
  return convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
    ],
  });
}

/**
 * Removes what an instance may change when it turns a text into HTML: white space, the domain of a mention
 * (shown as `@user`), the protocol of a link (hidden by some software), decomposed characters.
 */
function normalise(text: string): string {
  return text
    .normalize('NFC')
    .replace(/https?:\/\/(?:www\.)?/giu, '')
    .replace(/(@[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)@[\p{L}\p{N}_]+(?:[.-]+[\p{L}\p{N}_]+)*/giu, '$1')
    .replace(/\s+/gu, '');
}

function resembles(sent: string, shown: string): boolean {
  const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const [ours, theirs] = [words(sent), words(shown)];
  // Without any words (media alone) every status with the same number of media is a candidate.
  return ours.size === 0 || [...ours].filter((word) => theirs.has(word)).length / ours.size >= RESEMBLES;
}
