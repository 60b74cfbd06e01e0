/**
 * Whether a publish call with an unknown outcome took effect: reads the account's own statuses, compares what
 * it finds.
 */
import { convert } from 'html-to-text';
import type { Provider, ProviderContext, PublishRequest, VerifyResult } from '../_kit/contract.ts';
import { accountIdOf, accessOf, call, toPublished, type Status } from './api.ts';
import type { Prepared } from './publish.ts';
import { readDetails } from './schema.ts';

/**
 * Keys live an hour at the instance, counted from the post; the rest is for clocks that differ and for the
 * repeat itself.
 */
const REPEATABLE_MS = 50 * 60_000;
const PAGE = 40;
const RECENT = 20;
const MOST_PAGES = 5;
/** From this share of common words on, a status that differs may be ours, rewritten. */
const RESEMBLES = 0.6;

/**
 * Looks the status up among those with a greater id than the newest one before the call, so that no clock is
 * compared. Not found: an instance that honours the key may be asked again within its lifetime; else
 * `absent`, when the list was read to its end and nothing in it resembles the post.
 */
export const verify: Provider['verify'] = async (request, attempt, ctx) => {
  const prepared = attempt.prepared as Prepared;
  const { statuses, complete } = await listSince(request, prepared.newestId, ctx);
  const rivals = statuses.filter(
    (s) =>
      s.media_attachments.length === prepared.mediaIds.length &&
      (s.in_reply_to_id ?? null) === prepared.inReplyToId,
  );
  const wanted = fold(prepared.status);
  const found = rivals.find((status) => fold(toText(status.content)) === wanted);
  if (found) return { status: 'found', published: toPublished(found) };
  const age = ctx.now().getTime() - attempt.sentAt.getTime();
  if (readDetails(request.channel.details).honoursIdempotencyKey && age < REPEATABLE_MS) {
    return {
      status: 'repeatable',
      evidence: "Not among the account's posts; the instance remembers the Idempotency-Key for an hour",
    };
  }
  return judgeMissing(prepared, rivals, { seen: statuses.length, complete });
};

function judgeMissing(
  prepared: Prepared,
  rivals: readonly Status[],
  list: { seen: number; complete: boolean },
): VerifyResult {
  if (!list.complete) {
    return {
      status: 'unknown',
      reason: `The account has published more than ${list.seen} posts since; look at the profile`,
    };
  }
  const similar = rivals.find((status) => resembles(prepared.status, toText(status.content)));
  if (similar) {
    return {
      status: 'unknown',
      reason: `The post at ${similar.url ?? similar.uri} resembles this one; look whether it is the same`,
    };
  }
  return {
    status: 'absent',
    evidence: `All ${list.seen} posts of the account since the call were read; none is this one`,
  };
}

/** The account's newest statuses, each with its address. */
export const recent: NonNullable<Provider['recent']> = async (channel, ctx) => {
  const { body } = await call<Status[]>(
    accessOf(channel),
    ctx,
    `/api/v1/accounts/${accountIdOf(channel)}/statuses?${new URLSearchParams({ limit: String(RECENT), exclude_reblogs: 'true' })}`,
  );
  return body.map((status) => ({ id: status.id, url: status.url ?? status.uri }));
};

/**
 * Statuses after `newestId`, page by page upwards (`min_id`); `complete` when the list was read to its end.
 */
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
    // Software may cap a page below what was asked for, so only an empty one is the end. (Without `min_id`,
    // for an account that had no post, the first page is the newest one, and whole unless it is full.)
    if (!body.length) return { statuses, complete: true };
    if (!after && body.length >= PAGE) break;
    after = body[0]?.id ?? after;
  }
  return { statuses, complete: false };
}

/** Words of a status: links and mentions without their addresses. */
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
 * What stays the same when an instance turns a text into HTML and back: no white space, no domain behind a
 * mention (shown as `@user`), no protocol before a link (some software hides it), composed characters.
 */
function fold(text: string): string {
  return text
    .normalize('NFC')
    .replace(/https?:\/\/(?:www\.)?/giu, '')
    .replace(/(@[a-z0-9_]+(?:[.-]+[a-z0-9_]+)*)@[\p{L}\p{N}_]+(?:[.-]+[\p{L}\p{N}_]+)*/giu, '$1')
    .replace(/\s+/gu, '');
}

function resembles(sent: string, shown: string): boolean {
  const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
  const [ours, theirs] = [words(sent), words(shown)];
  // Without words (media alone) every status with as many media may be it.
  return ours.size === 0 || [...ours].filter((word) => theirs.has(word)).length / ours.size >= RESEMBLES;
}
