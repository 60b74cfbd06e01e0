/**
 * The supported methods: their tier, their scopes, and whether they accept JSON
 * (docs.slack.dev/reference/methods).
 */
import { ApiError, type State, type Token } from './state.ts';

/** The scope for `read`, `history` and `join` depends on the kind of conversation. */
type Scope = 'read' | 'history' | 'join' | 'list' | `${string}:${string}`;

/** Calls per minute; `special` methods have rules of their own. */
type Tier = 20 | 50 | 100 | 'special';

interface Method {
  readonly tier: Tier;
  readonly scope: Scope | null;
  readonly json: boolean;
}

const m = (tier: Tier, scope: Scope | null, json = false): Method => ({ tier, scope, json });

const METHODS: Readonly<Record<string, Method>> = {
  'auth.test': m('special', null, true),
  'users.info': m(100, 'users:read'),
  'users.list': m(20, 'users:read'),
  'conversations.list': m(20, 'list'),
  'conversations.info': m(50, 'read'),
  'conversations.join': m(50, 'join', true),
  'conversations.history': m(50, 'history'),
  'conversations.replies': m(50, 'history'),
  'chat.postMessage': m('special', 'chat:write', true),
  'chat.delete': m(50, 'chat:write', true),
  'chat.getPermalink': m('special', null),
  'files.getUploadURLExternal': m(100, 'files:write'),
  'files.completeUploadExternal': m(100, 'files:write', true),
  'files.info': m(100, 'files:read'),
  'files.delete': m(50, 'files:write', true),
  'reactions.get': m(50, 'reactions:read'),
};

/** @throws ApiError `unknown_method` */
export function methodOf(name: string): Method {
  const method = METHODS[name];
  if (!method) throw new ApiError('unknown_method', { req_method: name });
  return method;
}

/** @throws ApiError `not_authed`, `invalid_auth`, or the error code of a token that is no longer valid */
export function authenticate(state: State, presented: string | undefined): Token {
  if (!presented) throw new ApiError('not_authed');
  const token = state.tokens.get(presented);
  if (!token) throw new ApiError('invalid_auth');
  if (token.state) throw new ApiError(token.state);
  return token;
}

/** @throws ApiError `missing_scope` with the needed and the granted scopes */
export function authorize(token: Token, method: Method, isPrivate: boolean): void {
  const needed = neededScopes(method.scope, isPrivate);
  const missing = needed.filter((scope) => !token.scopes.includes(scope));
  if (missing.length) {
    throw new ApiError('missing_scope', { needed: missing.join(','), provided: token.scopes.join(',') });
  }
}

function neededScopes(scope: Scope | null, isPrivate: boolean): string[] {
  const family = isPrivate ? 'groups' : 'channels';
  if (scope === null) return [];
  if (scope === 'list') return ['channels:read', 'groups:read'];
  if (scope === 'join') return ['channels:join'];
  return scope === 'read' || scope === 'history' ? [`${family}:${scope}`] : [scope];
}

/**
 * Counts a call against its limit, which is per method and, for messages, per channel. Returns null, or the
 * seconds to wait: 429 with `Retry-After` (docs.slack.dev/apis/web-api/rate-limits).
 */
export function secondsToWait(state: State, name: string, channel: string): number | null {
  const { tier } = methodOf(name);
  const post = name === 'chat.postMessage';
  if (tier === 'special' && !post) return null;
  const size = post ? state.limits.postBurst : (tier as number) * state.limits.tierFactor;
  const perSecond = post ? 1 : size / 60;
  const key = post ? `${name}:${channel}` : name;
  const now = state.now().getTime();
  const bucket = state.buckets.get(key) ?? { left: size, at: now };
  const left = Math.min(size, bucket.left + ((now - bucket.at) / 1000) * perSecond);
  state.buckets.set(key, { left: left < 1 ? left : left - 1, at: now });
  return left < 1 ? Math.max(1, Math.ceil((1 - left) / perSecond)) : null;
}
