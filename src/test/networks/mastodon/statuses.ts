/** Creates, shows, deletes and lists statuses. */
import {
  authorize,
  authorizeIfToken,
  notFound,
  readFields,
  ApiError,
  type Answer,
  type Call,
  type Fields,
  type Route,
} from './call.ts';
import { isUnfinished, isVideo, presentMedia } from './media.ts';
import { presentPoll, readPoll } from './polls.ts';
import { countStatus } from './rate-limit.ts';
import type { Account, LedgerEntry, Media, State } from './state.ts';
import { countedLength, toHtml } from './text.ts';

const KEY_LIFETIME_MS = 3_600_000;

/** An account as the API returns it. */
export function presentAccount(state: State, account: Account): Record<string, unknown> {
  return {
    id: account.id,
    username: account.username,
    acct: account.username,
    display_name: account.username,
    locked: false,
    bot: false,
    url: `${state.url}/@${account.username}`,
    avatar: `${state.url}/avatars/${account.id}.png`,
    created_at: state.now().toISOString(),
    statuses_count: state.ledger.filter((s) => s.accountId === account.id && !s.deletedAt).length,
  };
}

function presentStatus(state: State, status: LedgerEntry): Record<string, unknown> {
  const account = state.accounts.get(status.accountId) as Account;
  const parent = state.ledger.find((s) => s.id === status.inReplyToId);
  return {
    id: status.id,
    created_at: status.createdAt,
    in_reply_to_id: status.inReplyToId,
    in_reply_to_account_id: parent?.accountId ?? null,
    sensitive: status.sensitive,
    spoiler_text: status.spoilerText,
    visibility: status.visibility,
    language: status.language,
    uri: `${state.url}/users/${account.username}/statuses/${status.id}`,
    url: `${state.url}/@${account.username}/${status.id}`,
    content: `${inlineQuote(state, status)}${toHtml(state, status.text)}`,
    reblog: null,
    account: presentAccount(state, account),
    media_attachments: status.mediaIds.map((id) => presentMedia(state, state.media.get(id) as Media)),
    mentions: [],
    tags: [],
    emojis: [],
    card: null,
    poll: presentPoll(status),
    ...(status.quotedId ? { quote: presentQuote(state, status.quotedId) } : {}),
  };
}

/** entities/Quote: on one server, a quote is accepted at once. */
function presentQuote(state: State, id: string): Record<string, unknown> {
  const quoted = live(state, id);
  const isPending = state.armed.quotesPending;
  return isPending || !quoted
    ? { state: isPending ? 'pending' : 'deleted', quoted_status: null }
    : { state: 'accepted', quoted_status: presentStatus(state, quoted) };
}

/** The link for software without quotes ("Implementing quote posts", `quoted_status_id`). */
function inlineQuote(state: State, { quotedId }: LedgerEntry): string {
  return quotedId ? `<p class="quote-inline">RE: <a href="${state.url}/@x/${quotedId}">a post</a></p>` : '';
}

const knowsQuotes = ({ version }: State): boolean => Number(/^4\.\d+/.exec(version)?.[0] ?? 0) >= 4.5;

/** One message for what is not there and what may not be quoted
 * (app/controllers/api/v1/statuses_controller.rb). */
function checkQuote(state: State, account: Account, fields: Fields): string | null {
  const id = fields.quoted_status_id;
  if (typeof id !== 'string' || !id || !knowsQuotes(state)) return null;
  const quoted = live(state, id);
  const isMine = quoted?.accountId === account.id;
  const isAllowed = quoted && quoted.visibility !== 'direct' && (isMine || quoted.quotePolicy === 'public');
  if (!isAllowed) throw new ApiError(404, 'The post you are trying to quote does not appear to exist.');
  return id;
}

/** Others than the author may not quote what is private ("Implementing quote posts"). */
function readPolicy(
  state: State,
  { quote_approval_policy: policy = 'public' }: Fields,
  visibility: string,
): string {
  if (!knowsQuotes(state) || ['private', 'direct'].includes(visibility)) return 'nobody';
  if (!['public', 'followers', 'nobody'].includes(String(policy))) {
    throw new ApiError(422, 'Validation failed: Quote approval policy is not included in the list');
  }
  return String(policy);
}

const live = (state: State, id: unknown): LedgerEntry | undefined =>
  state.ledger.find((s) => s.id === id && !s.deletedAt);

// Mastodon checks in this order: the reply's target, the key, the media, the text, the rate limit.
async function create(state: State, call: Call): Promise<Answer> {
  const { account } = authorize(state, call, 'write:statuses');
  const fields = await readFields(call);
  const inReplyToId =
    typeof fields.in_reply_to_id === 'string' && fields.in_reply_to_id ? fields.in_reply_to_id : null;
  if (inReplyToId && !live(state, inReplyToId)) {
    throw new ApiError(404, 'The post you are trying to reply to does not appear to exist.');
  }
  const quotedId = checkQuote(state, account, fields);
  const key = (call.headers['idempotency-key'] as string | undefined) || null;
  const first = repeated(state, account, key);
  if (first) return { status: 200, body: presentStatus(state, first) };
  const media = checkMedia(state, account, fields);
  const settings = readSettings(fields);
  const poll = readPoll(state, fields);
  const text = checkText(state, { ...fields, spoiler_text: settings.spoilerText }, media);
  if (countStatus(state, account.id, 0).remaining <= 0) throw new ApiError(429, 'Too many requests');
  countStatus(state, account.id, 1);
  const status: LedgerEntry = {
    id: state.nextId(),
    accountId: account.id,
    text,
    mediaIds: media.map((m) => m.id),
    inReplyToId,
    ...settings,
    quotedId,
    quotePolicy: readPolicy(state, fields, settings.visibility),
    poll,
    idempotencyKey: key,
    createdAt: state.now().toISOString(),
    deletedAt: null,
  };
  state.ledger.push(status);
  for (const item of media) item.statusId = status.id;
  if (key && state.honoursKey) {
    state.keys.set(`${account.id}:${key}`, { id: status.id, at: state.now().getTime() });
  }
  return { status: 200, body: presentStatus(state, status) };
}

function repeated(state: State, account: Account, key: string | null): LedgerEntry | null {
  const known = key ? state.keys.get(`${account.id}:${key}`) : undefined;
  if (!known || state.now().getTime() - known.at >= KEY_LIFETIME_MS) return null;
  if (state.armed.repeatFails) throw new ApiError(500, 'Internal Server Error');
  const status = live(state, known.id);
  if (!status) throw notFound();
  return status;
}

function checkMedia(state: State, account: Account, fields: Fields): Media[] {
  const ids = Array.isArray(fields.media_ids) ? fields.media_ids.map(String) : [];
  // The same words for a poll beside files (app/services/post_status_service.rb).
  if (ids.length > state.limits.maxMedia || (ids.length && fields.poll)) {
    throw new ApiError(422, `Cannot attach more than ${state.limits.maxMedia} files`);
  }
  const usable = (id: string): Media | undefined =>
    [state.media.get(id)].find((m) => m?.accountId === account.id && !m.statusId);
  const missing = ids.filter((id) => !usable(id));
  if (missing.length) {
    throw new ApiError(422, `Media ${missing.join(', ')} not found or already attached to another post`);
  }
  const media = ids.map((id) => usable(id) as Media);
  if (media.length > 1 && media.some(isVideo)) {
    throw new ApiError(422, 'Cannot attach a video to a post that already contains images');
  }
  if (media.some(isUnfinished)) {
    throw new ApiError(422, 'Cannot attach files that have not finished processing. Try again in a moment!');
  }
  return media;
}

const VISIBILITIES = ['public', 'unlisted', 'private', 'direct'];

// A warning hides the media too (app/services/post_status_service.rb).
function readSettings(
  fields: Fields,
): Pick<LedgerEntry, 'visibility' | 'spoilerText' | 'sensitive' | 'language'> {
  const textOf = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  const visibility = textOf('visibility') || 'public';
  if (!VISIBILITIES.includes(visibility)) {
    throw new ApiError(422, 'Validation failed: Visibility is not included in the list');
  }
  const spoilerText = textOf('spoiler_text');
  const sensitive = String(fields.sensitive) === 'true' || spoilerText !== '';
  return { visibility, spoilerText, sensitive, language: textOf('language') || 'en' };
}

function checkText(state: State, fields: Fields, media: readonly Media[]): string {
  const warning = typeof fields.spoiler_text === 'string' ? fields.spoiler_text : '';
  const text = typeof fields.status === 'string' ? fields.status.trim() || warning : warning;
  if (!text && !media.length) throw new ApiError(422, "Validation failed: Text can't be blank");
  const { maxCharacters } = state.limits;
  if (countedLength(state, text === warning ? text : warning + text) > maxCharacters) {
    throw new ApiError(422, `Validation failed: Text character limit of ${maxCharacters} exceeded`);
  }
  return text;
}

function show(state: State, call: Call): Answer {
  authorizeIfToken(state, call, 'read:statuses');
  const status = live(state, call.params[0]);
  if (!status) throw notFound();
  return { status: 200, body: presentStatus(state, status) };
}

function remove(state: State, call: Call): Answer {
  const { account } = authorize(state, call, 'write:statuses');
  const status = live(state, call.params[0]);
  if (!status || status.accountId !== account.id) throw notFound();
  const body = { ...presentStatus(state, status), text: status.text };
  status.deletedAt = state.now().toISOString();
  return { status: 200, body };
}

// `min_id` selects the page right after an id, `since_id` the newest page of what came after it. Both list
// the newest status first.
function list(state: State, call: Call): Answer {
  authorizeIfToken(state, call, 'read:statuses');
  const account = state.accounts.get(call.params[0] ?? '');
  if (!account) throw notFound();
  const limit = Math.min(Math.abs(Number(call.query.get('limit') ?? 20)) || 20, 40);
  const bound = (name: string, fallback: bigint): bigint =>
    BigInt(/^\d+$/.exec(call.query.get(name) ?? '')?.[0] ?? fallback);
  const above = [bound('min_id', -1n), bound('since_id', -1n)].reduce((a, b) => (a > b ? a : b));
  const below = bound('max_id', 1n << 64n);
  const all = state.ledger.filter(
    (s) => s.accountId === account.id && !s.deletedAt && BigInt(s.id) > above && BigInt(s.id) < below,
  );
  const page = call.query.has('min_id') ? all.slice(0, limit) : all.slice(-limit);
  return {
    status: 200,
    body: account.suspended ? [] : page.toReversed().map((s) => presentStatus(state, s)),
  };
}

export const statusRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/api\/v1\/statuses$/, handle: create },
  { method: 'GET', path: /^\/api\/v1\/statuses\/([^/]+)$/, handle: show },
  { method: 'DELETE', path: /^\/api\/v1\/statuses\/([^/]+)$/, handle: remove },
  { method: 'GET', path: /^\/api\/v1\/accounts\/(\d+)\/statuses$/, handle: list },
];
