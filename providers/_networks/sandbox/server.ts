/**
 * The sandbox network: a small social network that shows what Crier published, and is as strict as a real
 * one. It runs in the API process (`/sandbox`) or on its own (`node providers/_networks/sandbox/main.ts`).
 */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { openAccount, renewToken, revokeAccount } from './accounts.ts';
import { logCall, readJson, type Call, type SandboxCall } from './call.ts';
import {
  SANDBOX_FAULTS,
  answerOf,
  json,
  nextFault,
  readFault,
  acceptsPost,
  type SandboxFault,
} from './faults.ts';
import { Journal, type SandboxAccount, type SandboxPost } from './journal.ts';
import { sendScript, sendStyle } from './page-files.ts';
import { renderPage } from './page.ts';
import { readTraits } from './traits.ts';

/** Maximum length of a text, in UTF-16 code units. */
export const SANDBOX_MAX_LENGTH = 5000;
/** How many posts the list of an account shows. */
const LISTED = 20;

type Handler = (call: Call, id: string) => Promise<void> | void;

/** How a sandbox network is set up. */
export interface SandboxOptions {
  /**
   * What proves that the instance calls: it alone opens accounts and sets fault switches for others. Without
   * any, everybody may: a network of its own on loopback, for tests.
   */
  readonly instanceKeys?: readonly string[];
  /** The size at which the journal begins a new file. */
  readonly maxBytes?: number;
}

/**
 * A request handler with its ledger in `folder`. Resolves false if the path does not belong to the sandbox.
 */
export function createSandboxNetwork(
  folder: string,
  { instanceKeys, maxBytes }: SandboxOptions = {},
): { journal: Journal; handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> } {
  const journal = new Journal(folder, maxBytes ? { maxBytes } : {});
  const faults: SandboxFault[] = [];
  const calls: SandboxCall[] = [];
  return {
    journal,
    async handle(request, response) {
      const url = new URL(request.url ?? '/', 'http://sandbox');
      if (request.method === 'GET' && url.pathname === '/sandbox/calls.json') {
        json(response, 200, calls);
        return true;
      }
      for (const [method, pattern, handler, logged] of ROUTES) {
        const match = pattern.exec(url.pathname);
        if (!match || method !== request.method) continue;
        const entry = logCall(logged ? calls : [], { path: url.pathname, response });
        const byInstance = !instanceKeys || instanceKeys.some((key) => isEqual(key, bearerOf(request)));
        await handler({ journal, faults, url, request, response, entry, byInstance }, match[1] ?? '');
        return true;
      }
      return false;
    },
  };
}

const bearerOf = ({ headers }: IncomingMessage): string =>
  /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';

function isEqual(key: string, candidate: string): boolean {
  const [a, b] = [Buffer.from(key), Buffer.from(candidate)];
  return a.length === b.length && timingSafeEqual(a, b);
}

// The last column: whether the call is listed in /sandbox/calls.json.
const ROUTES: readonly (readonly [string, RegExp, Handler, boolean?])[] = [
  ['GET', /^\/sandbox\/?$/, ({ journal, response }) => renderPage(response, journal)],
  ['GET', /^\/sandbox\/page\.css$/, ({ response }) => sendStyle(response)],
  ['GET', /^\/sandbox\/page\.js$/, ({ response }) => sendScript(response)],
  ['GET', /^\/sandbox\/posts\.json$/, ({ journal, response }) => json(response, 200, journal.posts())],
  ['POST', /^\/sandbox\/api\/accounts$/, (call) => ofInstance(call, () => openAccount(call))],
  ['POST', /^\/sandbox\/api\/token$/, renewToken, true],
  [
    'GET',
    /^\/sandbox\/api\/me$/,
    (call) => authenticated(call, (account) => json(call.response, 200, account)),
  ],
  [
    'POST',
    /^\/sandbox\/api\/posts$/,
    (call) => authenticated(call, (account) => createPost(call, account)),
    true,
  ],
  ['GET', /^\/sandbox\/api\/posts$/, (call) => authenticated(call, (account) => findPosts(call, account))],
  [
    'GET',
    /^\/sandbox\/api\/posts\/([\w-]+)$/,
    (call, id) => authenticated(call, (account) => showPost(call, account, id)),
  ],
  [
    'DELETE',
    /^\/sandbox\/api\/posts\/([\w-]+)$/,
    (call, id) => authenticated(call, (account) => removePost(call, account, id)),
  ],
  ['POST', /^\/sandbox\/api\/faults$/, (call) => ofOwner(call, (owner) => armFault(call, owner))],
  ['POST', /^\/sandbox\/api\/revoke$/, (call) => ofOwner(call, (owner) => revokeAccount(call, owner))],
  [
    'POST',
    /^\/sandbox\/api\/suspend$/,
    (call) =>
      authenticated(call, (account) =>
        json(call.response, 200, { suspended: call.journal.suspend(account.id) ?? true }),
      ),
  ],
];

async function ofInstance(call: Call, then: () => Promise<void>): Promise<void> {
  if (call.byInstance) return then();
  json(call.response, 401, {
    error: 'invalid_token',
    message: 'Only Crier opens accounts here: connect a sandbox channel in it',
  });
}

/** For an account's own affairs; null = the instance, which may settle everybody's. */
async function ofOwner(call: Call, then: (owner: SandboxAccount | null) => Promise<void>): Promise<void> {
  return call.byInstance ? then(null) : authenticated(call, then);
}

async function authenticated(
  call: Call,
  then: (account: SandboxAccount) => Promise<void> | void,
): Promise<void> {
  const account = call.journal.accountOf(bearerOf(call.request));
  if ('problem' in account) {
    return json(call.response, 401, {
      error: account.problem,
      message: account.problem === 'token_expired' ? 'The token has expired' : 'The token is not valid',
    });
  }
  call.entry.account = account.name;
  if (account.suspended) {
    return json(call.response, 403, { error: 'account_suspended', message: 'This account is suspended' });
  }
  await then({ id: account.id, name: account.name, channelId: account.channelId });
}

async function createPost(call: Call, account: SandboxAccount): Promise<void> {
  const { request, response, faults, entry } = call;
  const body = await readJson(request);
  entry.marker = String(body?.marker ?? '');
  const fault = nextFault(faults, 'post', account);
  const answer = fault && answerOf(fault);
  if (fault && answer && !acceptsPost(fault)) return answer(response, fault);
  if (fault?.kind === 'late') await sleep(fault.seconds * 1000);
  const accepted = acceptPost(call, { account, body, hiddenSeconds: fault?.hiddenSeconds });
  if (fault && answer) return answer(response, fault);
  if (fault?.kind === 'slow') await sleep(fault.seconds * 1000);
  if ('id' in accepted) {
    return json(response, 201, { id: accepted.id, url: `/sandbox#${accepted.id}` });
  }
  const { status, error, message, more } = accepted;
  json(response, status, { error, message, ...more });
}

interface Rejection {
  readonly status: number;
  readonly error: string;
  readonly message: string;
  readonly more?: Record<string, string>;
}

/** The post as it stands in the ledger: new, or the first one with this key; or why it is rejected. */
function acceptPost(
  { journal, request }: Call,
  {
    account,
    body,
    hiddenSeconds,
  }: { account: SandboxAccount; body: Record<string, unknown> | undefined; hiddenSeconds?: number },
): SandboxPost | Rejection {
  const problem = checkPost(journal, account, body);
  if (problem) return problem;
  const {
    text = '',
    media = [],
    inReplyTo = null,
    marker = '',
    channelId = account.id,
  } = body as { text?: string; media?: []; inReplyTo?: string | null; marker?: string; channelId?: string };
  const traits = readTraits(account.name);
  const key = traits.capability === 'native_key' ? request.headers['idempotency-key'] : undefined;
  const first = typeof key === 'string' ? journal.findByMarker(account.id, key) : undefined;
  if (first) return first;
  const same = traits.rejectsDuplicates ? journal.findByText(account.id, text) : undefined;
  // LinkedIn's message, with the id of the first post.
  if (same) {
    return {
      status: 422,
      error: 'duplicate',
      message: `Content is a duplicate of ${same.id}`,
      more: { duplicateOf: same.id },
    };
  }
  const visible = hiddenSeconds
    ? { visibleAt: new Date(Date.now() + hiddenSeconds * 1000).toISOString() }
    : {};
  return journal.addPost(
    { channelId, text, media, inReplyTo },
    { marker: typeof key === 'string' ? key : marker, accountId: account.id, ...visible },
  );
}

function checkPost(
  journal: Journal,
  account: SandboxAccount,
  body: Record<string, unknown> | undefined,
): Rejection | undefined {
  if (!body) return { status: 400, error: 'invalid', message: 'The body is not JSON' };
  const { text = '', media = [], inReplyTo = null, channelId = account.id } = body;
  if (typeof text !== 'string' || !Array.isArray(media)) {
    return { status: 400, error: 'invalid', message: 'text must be a string and media a list' };
  }
  // One channel publishing with the token of another is a bug, which the ledger must not hide.
  if (typeof channelId !== 'string' || (account.channelId !== null && account.channelId !== channelId)) {
    return { status: 403, error: 'wrong_channel', message: 'This account belongs to another channel' };
  }
  if (!text.trim() && media.length === 0) {
    return { status: 422, error: 'empty', message: 'A post needs text or media' };
  }
  if (text.length > SANDBOX_MAX_LENGTH) {
    return { status: 422, error: 'too_long', message: `Text is limited to ${SANDBOX_MAX_LENGTH} characters` };
  }
  if (inReplyTo !== null && !journal.post(account.id, String(inReplyTo))) {
    return { status: 404, error: 'not_found', message: 'The post to reply to does not exist' };
  }
  return undefined;
}

/** The one with the marker, or without one the newest. */
function findPosts({ journal, url, response }: Call, account: SandboxAccount): void {
  if (readTraits(account.name).capability === 'none') {
    return json(response, 403, {
      error: 'not_supported',
      message: 'The posts of this account cannot be listed',
    });
  }
  const marker = url.searchParams.get('marker');
  if (marker === null) return json(response, 200, { posts: journal.listed(account.id, LISTED) });
  const post = journal.findByMarker(account.id, marker, { listed: true });
  json(response, 200, { posts: post ? [post] : [] });
}

function showPost({ journal, response }: Call, account: SandboxAccount, id: string): void {
  const post = journal.post(account.id, id);
  if (readTraits(account.name).capability === 'none') {
    return json(response, 403, {
      error: 'not_supported',
      message: 'The posts of this account cannot be read',
    });
  }
  if (!post || post.removedAt) return json(response, 404, { error: 'not_found', message: 'No such post' });
  json(response, 200, { ...post, marker: journal.markerOf(account.id, id) });
}

function removePost({ journal, response }: Call, account: SandboxAccount, id: string): void {
  const post = journal.post(account.id, id);
  if (!post || post.removedAt) return json(response, 404, { error: 'not_found', message: 'No such post' });
  journal.removePost(id);
  json(response, 200, { removed: id });
}

/** Of every account by the instance (`owner` null), of one's own otherwise. */
async function armFault({ request, response, faults }: Call, owner: SandboxAccount | null): Promise<void> {
  const body = (await readJson(request)) ?? {};
  const read = readFault(body);
  const fault = read && owner ? { ...read, account: owner.name, accountId: owner.id } : read;
  if (body.kind === 'none') {
    faults.splice(0, faults.length, ...faults.filter((f) => owner && f.accountId !== owner.id));
  } else if (!fault) {
    return json(response, 400, {
      error: 'invalid',
      message: `kind must be none or one of ${SANDBOX_FAULTS.join(', ')}`,
    });
  } else faults.push(fault);
  json(response, 200, { armed: faults.length });
}
