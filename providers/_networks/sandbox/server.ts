/**
 * The sandbox network: a small social network of its own that shows what Crier published, strict like a real one.
 * It runs inside the API process (`/sandbox`) or alone (`node providers/_networks/sandbox/main.ts`).
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { REFUSALS, SANDBOX_FAULTS, json, type SandboxFault, type SandboxFaultKind } from './faults.ts';
import { Journal, type SandboxAccount } from './journal.ts';
import { renderPage } from './page.ts';

/** Longest text, in UTF-16 code units. */
export const SANDBOX_MAX_LENGTH = 5000;
const MAX_BODY_BYTES = 1024 * 1024;

interface Call {
  readonly journal: Journal;
  readonly faults: SandboxFault[];
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

type Handler = (call: Call, id: string) => Promise<void> | void;

/** A request handler that keeps its ledger in `folder`. Resolves false when the path is not the sandbox's. */
export function createSandboxNetwork(folder: string): { journal: Journal; handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> } {
  const journal = new Journal(folder);
  const faults: SandboxFault[] = [];
  return {
    journal,
    async handle(request, response) {
      const url = new URL(request.url ?? '/', 'http://sandbox');
      for (const [method, pattern, handler] of ROUTES) {
        const match = pattern.exec(url.pathname);
        if (!match || method !== request.method) continue;
        await handler({ journal, faults, url, request, response }, match[1] ?? '');
        return true;
      }
      return false;
    },
  };
}

const ROUTES: readonly (readonly [string, RegExp, Handler])[] = [
  ['GET', /^\/sandbox\/?$/, ({ journal, response }) => renderPage(response, journal)],
  ['GET', /^\/sandbox\/posts\.json$/, ({ journal, response }) => json(response, 200, journal.posts())],
  ['POST', /^\/sandbox\/api\/accounts$/, createAccount],
  ['GET', /^\/sandbox\/api\/me$/, (call) => authenticated(call, (account) => json(call.response, 200, account))],
  ['POST', /^\/sandbox\/api\/posts$/, (call) => authenticated(call, (account) => createPost(call, account))],
  ['GET', /^\/sandbox\/api\/posts$/, (call) => authenticated(call, (account) => findPosts(call, account))],
  ['DELETE', /^\/sandbox\/api\/posts\/([\w-]+)$/, (call, id) => authenticated(call, (account) => removePost(call, account, id))],
  ['POST', /^\/sandbox\/api\/faults$/, (call) => authenticated(call, () => armFault(call))],
  ['POST', /^\/sandbox\/api\/suspend$/, (call) => authenticated(call, (account) => json(call.response, 200, { suspended: call.journal.suspend(account.id) ?? true }))],
];

async function authenticated(call: Call, then: (account: SandboxAccount) => Promise<void> | void): Promise<void> {
  const token = /^Bearer (.+)$/.exec(call.request.headers.authorization ?? '')?.[1] ?? '';
  const account = call.journal.accountOf(token);
  if (!account) return json(call.response, 401, { error: 'invalid_token', message: 'The token is not valid' });
  if (account.suspended) return json(call.response, 403, { error: 'account_suspended', message: 'This account is suspended' });
  await then({ id: account.id, name: account.name, channelId: account.channelId });
}

async function createAccount({ journal, request, response }: Call): Promise<void> {
  const { name } = (await readJson(request)) ?? {};
  if (typeof name !== 'string' || !name.trim()) return json(response, 400, { error: 'invalid', message: 'name is required' });
  json(response, 201, journal.createAccount(name.slice(0, 100)));
}

async function createPost(call: Call, account: SandboxAccount): Promise<void> {
  const { journal, request, response, faults } = call;
  const body = await readJson(request);
  const fault = faults[0];
  if (fault && --fault.times <= 0) faults.shift();
  const refuse = fault && REFUSALS[fault.kind];
  if (fault && refuse) return refuse(response, fault);
  const problem = checkPost(journal, account, body);
  if (problem) return json(response, problem.status, { error: problem.error, message: problem.message });
  const { text = '', media = [], inReplyTo = null, marker = '', channelId = account.id } = body as { text?: string; media?: []; inReplyTo?: string | null; marker?: string; channelId?: string };
  const post = journal.addPost({ channelId, text, media, inReplyTo }, { marker, accountId: account.id });
  if (fault?.kind === 'lost_answer') return;
  if (fault?.kind === 'reset_after') return void request.socket.resetAndDestroy();
  if (fault?.kind === 'garbage') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Just a moment…</body></html>');
  if (fault?.kind === 'slow') await sleep(fault.seconds * 1000);
  json(response, 201, { id: post.id, url: `/sandbox#${post.id}` });
}

function checkPost(journal: Journal, account: SandboxAccount, body: Record<string, unknown> | undefined): { status: number; error: string; message: string } | undefined {
  if (!body) return { status: 400, error: 'invalid', message: 'The body is not JSON' };
  const { text = '', media = [], inReplyTo = null, channelId = account.id } = body;
  if (typeof text !== 'string' || !Array.isArray(media)) return { status: 400, error: 'invalid', message: 'text must be a string and media a list' };
  // What one channel publishes with another's token is a mix-up that a ledger must not hide.
  if (typeof channelId !== 'string' || (account.channelId !== null && account.channelId !== channelId)) return { status: 403, error: 'wrong_channel', message: 'This account belongs to another channel' };
  if (!text.trim() && media.length === 0) return { status: 422, error: 'empty', message: 'A post needs text or media' };
  if (text.length > SANDBOX_MAX_LENGTH) return { status: 422, error: 'too_long', message: `Text is limited to ${SANDBOX_MAX_LENGTH} characters` };
  if (inReplyTo !== null && !journal.post(account.id, String(inReplyTo))) return { status: 404, error: 'not_found', message: 'The post to reply to does not exist' };
  return undefined;
}

function findPosts({ journal, url, response }: Call, account: SandboxAccount): void {
  const post = journal.findByMarker(account.id, url.searchParams.get('marker') ?? '');
  json(response, 200, { posts: post ? [post] : [] });
}

function removePost({ journal, response }: Call, account: SandboxAccount, id: string): void {
  const post = journal.post(account.id, id);
  if (!post || post.removedAt) return json(response, 404, { error: 'not_found', message: 'No such post' });
  journal.removePost(id);
  json(response, 200, { removed: id });
}

async function armFault({ request, response, faults }: Call): Promise<void> {
  const { kind, times = 1, seconds = 2 } = (await readJson(request)) ?? {};
  if (kind === 'none') faults.length = 0;
  else if (!SANDBOX_FAULTS.includes(kind as SandboxFaultKind)) return json(response, 400, { error: 'invalid', message: `kind must be none or one of ${SANDBOX_FAULTS.join(', ')}` });
  else faults.push({ kind: kind as SandboxFaultKind, times: Number(times), seconds: Number(seconds) });
  json(response, 200, { armed: faults.length });
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  try {
    const value: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    return value && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // not JSON: answered as a bad request
  }
}
