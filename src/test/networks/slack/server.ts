/**
 * A Slack workspace with one app: the emulator `emulate` behind a front that is as strict as Slack's Web API.
 * The emulator accepts any token, any thread, any length and any number of calls. The front rejects what
 * Slack rejects, with the same error codes, and keeps a ledger of what was accepted (`GET /__ledger`).
 */
import { createHash, randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEmulator } from 'emulate';
import { freePort } from '../../../run/embedded/ports.ts';
import { answer } from './answers.ts';
import { check, findConversation, type Args } from './checks.ts';
import { oauthAccess, serveAuthorize } from './oauth.ts';
import { authenticate, authorize, methodOf, secondsToWait } from './methods.ts';
import {
  ApiError,
  PASSED_ON,
  SLACK_LIMITS,
  type Armed,
  type Body,
  type LedgerEntry,
  type Limits,
  type State,
  type Token,
} from './state.ts';

/** The bot scopes that publishing needs. */
export const ALL_SCOPES = [
  'chat:write',
  'channels:read',
  'groups:read',
  'channels:history',
  'groups:history',
  'channels:join',
  'files:read',
  'files:write',
  'users:read',
  'reactions:read',
] as const;

export interface SlackOptions {
  readonly limits?: Partial<Limits>;
  /** Port on 127.0.0.1; 0 (default) picks a free one. */
  readonly port?: number;
  /** The app's redirect URLs under OAuth & Permissions; https only. */
  readonly redirectUris?: readonly string[];
  /** The workspace's clock, for rate limits and the ledger. */
  readonly now?: () => Date;
}

/** A running workspace, with what people do in it. */
export interface Slack {
  readonly url: string;
  /** The app's client id and secret, which an operator copies from its page. */
  readonly client: { readonly id: string; readonly secret: string };
  /** Ids of two public channels and a private one; the app has joined none of them. */
  readonly channels: { readonly general: string; readonly random: string; readonly secret: string };
  /** Issues another token for the app. */
  createToken(scopes?: readonly string[]): string;
  /** Invalidates the token: it is answered with this error code from now on. */
  end(token: string, code: NonNullable<Token['state']>): void;
  /** All accepted messages, oldest first. Deleted ones have `deletedAt`. */
  messages(): readonly LedgerEntry[];
  /** Changes how the next requests behave; omitted settings keep their values. */
  arm(armed: Partial<Armed>): void;
  invite(channel: string): Promise<void>;
  archive(channel: string): Promise<void>;
  /** The owner reacts to a message. */
  react(channel: string, ts: string, name: string): Promise<void>;
  /** The owner writes a message. */
  say(channel: string, text: string): Promise<string>;
  stop(): Promise<void>;
}

export async function startSlack(options: SlackOptions = {}): Promise<Slack> {
  const server = http.createServer();
  await listen(server, options.port ?? 0);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { state, close } = await startEmulator(url, options);
  server.on('request', (request, response) => {
    serve(state, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const owner = async (method: string, args: Record<string, unknown>): Promise<Body> => {
    const body = await state.inner(method, args, 'owner');
    if (!body.ok) throw new Error(`${method}: ${body.error}`);
    return body;
  };
  const { channels } = await owner('conversations.list', { types: 'public_channel,private_channel' });
  const id = (name: string): string =>
    (channels as { id: string; name: string }[]).find((c) => c.name === name)?.id ?? '';
  return {
    url,
    client: { id: state.app.clientId, secret: state.app.clientSecret },
    channels: { general: id('general'), random: id('random'), secret: id('secret') },
    createToken(scopes = ALL_SCOPES) {
      const value = `xoxb-${randomBytes(24).toString('hex')}`;
      state.tokens.set(value, { value, scopes, state: null });
      return value;
    },
    end(token, code) {
      const known = state.tokens.get(token);
      if (known) known.state = code;
    },
    messages: () => state.ledger.map((entry) => ({ ...entry })),
    arm: (armed) => void Object.assign(state.armed, armed),
    invite: async (channel) =>
      void (await owner('conversations.invite', { channel, users: state.bot.userId })),
    archive: async (channel) => void (await owner('conversations.archive', { channel })),
    react: async (channel, timestamp, name) =>
      void (await owner('reactions.add', { channel, timestamp, name })),
    say: async (channel, text) => String((await owner('chat.postMessage', { channel, text })).ts),
    async stop() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await close();
    },
  };
}

/** Starts the emulator with one app, and creates the front's state. */
async function startEmulator(
  url: string,
  options: SlackOptions,
): Promise<{ state: State; close(): Promise<void> }> {
  const tokens = { bot: randomBytes(16).toString('hex'), owner: randomBytes(16).toString('hex') };
  const bot = { userId: 'U0CRIERBOT', botId: 'B0CRIERBOT' };
  const redirectUris = options.redirectUris ?? [];
  const app = {
    app_id: 'A0CRIERAPP',
    client_id: '1.1',
    client_secret: randomBytes(16).toString('hex'),
    name: 'Crier',
    redirect_uris: [...redirectUris],
    bot_id: bot.botId,
    bot_user_id: bot.userId,
    bot_name: 'crier',
  };
  const port = await freePort();
  const emulator = await createEmulator({
    service: 'slack',
    port,
    baseUrl: url,
    seed: {
      slack: {
        team: { name: 'Ada & Co', domain: 'ada' },
        channels: [{ name: 'secret', is_private: true }],
        oauth_apps: [app],
        tokens: [
          { token: tokens.bot, type: 'bot', user_id: bot.userId, bot_id: bot.botId, app_id: app.app_id },
          { token: tokens.owner, user: 'admin' },
        ],
      },
    },
  });
  const state: State = {
    url,
    limits: { ...SLACK_LIMITS, ...options.limits },
    now: options.now ?? (() => new Date()),
    tokens: new Map(),
    grants: new Map(),
    app: { clientId: app.client_id, clientSecret: app.client_secret, redirectUris },
    uploads: new Map(),
    ledger: [],
    buckets: new Map(),
    armed: { sharePolls: 0, dropMetadata: false, closedReplies: false, removedAfterMessage: false },
    bot,
    async inner(method, args, as = 'bot') {
      const response = await fetch(`http://127.0.0.1:${port}/api/${method}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens[as]}`, 'content-type': 'application/json' },
        body: JSON.stringify(args),
      });
      return (await response.json()) as Body;
    },
    page: (path, form) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        redirect: 'manual',
        ...(form === undefined
          ? {}
          : { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: form }),
      }),
    upload: (id, bytes, type) =>
      fetch(`http://127.0.0.1:${port}/upload/v1/${id}`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: bytes,
      }),
  };
  return { state, close: () => emulator.close() };
}

async function listen(server: http.Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  );
}

async function serve(
  state: State,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { pathname: path } = new URL(request.url ?? '/', state.url);
  if (path.startsWith('/upload/v1/')) {
    return upload(state, path.slice('/upload/v1/'.length), { request, response });
  }
  const body = Buffer.concat(await request.toArray());
  const send = (status: number, value: unknown, headers: Record<string, string> = {}): void =>
    void response
      .writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
      .end(JSON.stringify(value));
  if (path === '/__ledger') return send(200, state.ledger);
  if (path.startsWith('/oauth/v2/authorize')) return serveAuthorize(state, { request, response, body });
  const method = /^\/api\/([\w.]+)$/.exec(path)?.[1] ?? '';
  try {
    if (method === 'oauth.v2.access') {
      return send(
        200,
        await oauthAccess(state, readArgs(request.headers['content-type'] ?? '', body, false)),
      );
    }
    const known = methodOf(method);
    const args = readArgs(request.headers['content-type'] ?? '', body, known.json);
    const token = authenticate(
      state,
      bearer(request) ?? (typeof args.token === 'string' ? args.token : undefined),
    );
    const scopes = { 'x-oauth-scopes': token.scopes.join(',') };
    const wait = secondsToWait(state, method, String(args.channel ?? ''));
    if (wait !== null) {
      return send(429, { ok: false, error: 'ratelimited' }, { ...scopes, 'retry-after': String(wait) });
    }
    authorize(token, known, (await findConversation(state, args))?.isPrivate ?? false);
    await check(state, method, args);
    send(200, await answer(state, method, args), scopes);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    send(200, { ok: false, error: error.message, ...error.extra });
  }
}

const bearer = (request: http.IncomingMessage): string | undefined =>
  /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];

/** JSON sent to a method that accepts only forms is ignored. */
function readArgs(type: string, body: Buffer, takesJson: boolean): Args {
  if (!body.length) return {};
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return Object.fromEntries(new URLSearchParams(body.toString()));
  }
  if (!type) throw new ApiError('missing_post_type');
  if (!type.startsWith('application/json')) throw new ApiError('invalid_post_type');
  if (!takesJson) return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(body.toString());
  } catch {
    throw new ApiError('invalid_json');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new ApiError('json_not_object');
  }
  return parsed as Args;
}

/** An upload needs no token: its URL is secret. The file must have the announced length. */
async function upload(
  state: State,
  id: string,
  at: { request: http.IncomingMessage; response: http.ServerResponse },
): Promise<void> {
  const { bytes, length, sha256 } = await readUpload(at.request);
  const known = state.uploads.get(id);
  const send = (status: number, text: string): void =>
    void at.response.writeHead(status, { 'content-type': 'text/plain' }).end(text);
  if (!known) return send(404, 'file_not_found');
  if (length !== known.length) return send(400, 'upload_size_mismatch');
  const { status } = await state.upload(id, bytes, at.request.headers['content-type'] ?? '');
  if (status !== 200) return send(status, 'upload_failed');
  known.sha256 = sha256;
  send(200, `OK - ${length}`);
}

/** Only the beginning of a large file is kept. */
async function readUpload(
  request: http.IncomingMessage,
): Promise<{ bytes: Buffer<ArrayBuffer>; length: number; sha256: string }> {
  const hash = createHash('sha256');
  const kept: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    if (length < PASSED_ON) kept.push(piece.subarray(0, PASSED_ON - length));
    hash.update(piece);
    length += piece.length;
  }
  return { bytes: Buffer.concat(kept), length, sha256: hash.digest('hex') };
}
