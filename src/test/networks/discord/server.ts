/**
 * A strict stand-in for Discord's REST API v10 (docs.discord.com/developers). It rejects what Discord
 * rejects, with the same error messages, and keeps a ledger of what it accepted. It has no gateway and no
 * webhooks, and writes nothing to disk.
 */
import type http from 'node:http';
import { listen } from '../_shared/stand-in.ts';
import { invalidForm, ApiError, apiErrors, type Answer, type Call, type Route } from './call.ts';
import { guildRoutes } from './guilds.ts';
import { addMessage, messageRoutes } from './messages.ts';
import { bucketHeaders, count, limited } from './rate-limit.ts';
import {
  DISCORD_LIMITS,
  idMaker,
  makeToken,
  TYPE,
  USUAL,
  type Bot,
  type Channel,
  type LedgerEntry,
  type Limits,
  type Permission,
  type State,
} from './state.ts';
import { archiveTime, threadRoutes } from './threads.ts';

export interface DiscordOptions {
  readonly limits?: Partial<Limits>;
  /** Port on 127.0.0.1; 0 (default) picks a free one. */
  readonly port?: number;
  readonly now?: () => Date;
}

/** A running stand-in, with what people do in the app. */
export interface Discord {
  readonly url: string;
  createBot(username: string): { readonly id: string; readonly token: string };
  /** Creates a server that the given bots have joined, and returns its id. */
  createGuild(guild: {
    name: string;
    bots: readonly string[];
    people?: readonly string[];
    roles?: readonly string[];
  }): string;
  createChannel(channel: {
    guild: string;
    name: string;
    type?: keyof typeof TYPE;
    requireTag?: boolean;
    tags?: readonly string[];
  }): string;
  /** Grants (true) or denies (false) permissions to every bot in a channel. */
  permit(channelId: string, change: Partial<Record<Permission, boolean>>): void;
  kick(guildId: string, botId: string): void;
  invite(guildId: string, botId: string): void;
  /** Issues a new token; the old one is answered with 401 from now on. */
  resetToken(botId: string): string;
  boost(guildId: string, tier: 0 | 1 | 2 | 3): void;
  setThread(threadId: string, change: { archived?: boolean; locked?: boolean }): void;
  deleteChannel(channelId: string): void;
  /** A person writes a message. */
  say(channelId: string, content: string): string;
  react(messageId: string, emoji: string, count: number): void;
  /** All accepted messages, oldest first. Deleted ones have `deletedAt`. */
  messages(): readonly LedgerEntry[];
  channels(): readonly Channel[];
  stop(): Promise<void>;
}

const API = '/api/v10';
const routes: readonly Route[] = [...messageRoutes, ...threadRoutes, ...guildRoutes];

export async function startDiscord(options: DiscordOptions = {}): Promise<Discord> {
  const { now = () => new Date() } = options;
  const state: State = {
    url: '',
    limits: { ...DISCORD_LIMITS, ...options.limits },
    now,
    bots: [],
    guilds: new Map(),
    channels: new Map(),
    ledger: [],
    nonces: new Map(),
    windows: new Map(),
    nextId: idMaker(now),
  };
  const { url, stop } = await listen((request, response) => serve(state, request, response), options.port);
  state.url = url;
  return {
    url,
    ...people(state),
    messages: () => state.ledger.map((message) => ({ ...message })),
    channels: () => [...state.channels.values()],
    stop,
  };
}

function people(state: State): Omit<Discord, 'url' | 'messages' | 'channels' | 'stop'> {
  const channel = (id: string): Channel => state.channels.get(id) as Channel;
  const bots = (guildId: string): Set<string> => state.guilds.get(guildId)?.bots as Set<string>;
  return {
    createBot(username) {
      const id = state.nextId();
      const bot: Bot = { id, username, token: makeToken(id) };
      state.bots.push(bot);
      return { id, token: bot.token };
    },
    createGuild({ name, bots: ids, people: names = [], roles = [] }) {
      const id = state.nextId();
      const named = <T>(list: readonly string[], make: (name: string) => T): (T & { id: string })[] =>
        list.map((name) => ({ id: state.nextId(), ...make(name) }));
      // Every server has the role @everyone, whose id is the server's.
      const everyone = { id, name: '@everyone' };
      state.guilds.set(id, {
        id,
        name,
        premiumTier: 0,
        bots: new Set(ids),
        people: named(names, (username) => ({ username, nick: null })),
        roles: [everyone, ...named(roles, (role) => ({ name: role }))],
      });
      return id;
    },
    createChannel({ guild, name, type = 'text', requireTag = false, tags = [] }) {
      const id = state.nextId();
      state.channels.set(id, {
        id,
        guildId: guild,
        type: TYPE[type],
        name,
        parentId: null,
        ownerId: null,
        permissions: new Set(USUAL),
        requireTag,
        tags: tags.map((tag) => ({ id: state.nextId(), name: tag })),
        appliedTags: [],
        lastMessageId: null,
        archived: false,
        archivedAt: state.now().toISOString(),
        locked: false,
      });
      return id;
    },
    permit(id, change) {
      for (const [permission, on] of Object.entries(change)) {
        channel(id).permissions[on ? 'add' : 'delete'](permission as Permission);
      }
    },
    kick: (guildId, botId) => void bots(guildId).delete(botId),
    invite: (guildId, botId) => void bots(guildId).add(botId),
    resetToken(botId) {
      const bot = state.bots.find((b) => b.id === botId) as Bot;
      return (bot.token = makeToken(botId));
    },
    boost: (guildId, premiumTier) => void Object.assign(state.guilds.get(guildId) ?? {}, { premiumTier }),
    setThread(id, change) {
      if (change.archived !== undefined) channel(id).archivedAt = archiveTime(state);
      Object.assign(channel(id), change);
    },
    deleteChannel: (id) => void state.channels.delete(id),
    say: (id, content) =>
      addMessage(state, channel(id), {
        author: state.guilds.get(channel(id).guildId)?.people[0]?.id ?? '1',
        content,
      }).id,
    react: (id, emoji, times) =>
      void state.ledger.find((m) => m.id === id)?.reactions.push({ emoji, count: times }),
  };
}

async function serve(
  state: State,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', state.url);
  const body = Buffer.concat(await request.toArray());
  if (path === '/__ledger') return send(response, { status: 200, body: state.ledger }, {});
  const headers: Record<string, string> = {};
  try {
    const bot = admit(state, request.headers);
    const { route, params } = findRoute(request.method ?? 'GET', path);
    const call: Call = {
      method: request.method ?? 'GET',
      path,
      query,
      headers: request.headers,
      params,
      body,
      bot,
    };
    countRequest(state, call, { route, headers });
    checkSnowflakes(route, params);
    send(response, await route.handle(state, call), headers);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, code, message, errors, more } = error;
    // Only some rate limits report a code.
    send(
      response,
      {
        status,
        body: { message, ...(status === 429 ? {} : { code }), ...(errors ? { errors } : {}), ...more.body },
      },
      { ...headers, ...more.headers },
    );
  }
}

/** @throws ApiError 40333 (Cloudflare, if the User-Agent is not a bot's), 401 */
function admit(state: State, headers: http.IncomingHttpHeaders): Bot {
  if (!/^DiscordBot \(https?:\/\/[^,\s]+, [^)]+\)/.test(headers['user-agent'] ?? '')) {
    throw new ApiError(403, 40333, 'internal network error');
  }
  const token = /^Bot (.+)$/.exec(headers.authorization ?? '')?.[1];
  const bot = state.bots.find((known) => known.token === token);
  if (!bot) throw apiErrors.unauthorized();
  return bot;
}

function findRoute(method: string, path: string): { route: Route; params: string[] } {
  const below = path.startsWith(`${API}/`) ? path.slice(API.length) : '';
  const matches = routes.flatMap((route) => {
    const params = route.path.exec(below)?.slice(1);
    return params ? [{ route, params: params.map(decodeURIComponent) }] : [];
  });
  const found = matches.find(({ route }) => route.method === method);
  if (found) return found;
  throw matches.length ? new ApiError(405, 0, '405: Method Not Allowed') : apiErrors.notFound();
}

function countRequest(
  state: State,
  call: Call,
  { route, headers }: { route: Route; headers: Record<string, string> },
): void {
  const { limits } = state;
  const all = count(state, call.bot.id, { name: 'global', limit: limits.requestsPerSecond, periodMs: 1000 });
  if (all.remaining < 0) throw limited(all, 'global');
  if (!route.writes) return;
  const bucket = count(state, `${call.bot.id}:${call.params[0]}`, {
    name: '80c17d2f203122d936070c88c8d10f33',
    limit: limits.messagesPerBucket,
    periodMs: limits.bucketMs,
  });
  Object.assign(headers, bucketHeaders(state, bucket));
  if (bucket.remaining < 0) throw limited(bucket, 'user');
}

function checkSnowflakes(route: Route, params: readonly string[]): void {
  route.names.forEach((name, i) => {
    if (!/^\d{1,20}$/.test(params[i] ?? '')) {
      throw invalidForm(name, {
        code: 'NUMBER_TYPE_COERCE',
        message: `Value "${params[i]}" is not snowflake.`,
      });
    }
  });
}

function send(response: http.ServerResponse, answer: Answer, headers: Record<string, string>): void {
  if (answer.body === undefined) return void response.writeHead(answer.status, headers).end();
  response
    .writeHead(answer.status, { 'content-type': 'application/json', ...headers })
    .end(JSON.stringify(answer.body));
}
