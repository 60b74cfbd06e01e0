/** A request as the routes see it, and the errors they throw. */
import { Response } from 'undici';
import { bearerOf } from '../_shared/grants.ts';
import { Refusal, type Answer, type Call as Received } from '../_shared/stand-in.ts';
import type { State, Token } from './state.ts';

export type { Answer } from '../_shared/stand-in.ts';

/**
 * An error as Mastodon reports it: a status and `{"error": message}`. OAuth errors have a `code` and are
 * reported as `{"error": code, "error_description": message}`.
 */
export class ApiError extends Refusal {
  constructor(status: number, message: string, code: string | null = null) {
    super({ status, body: code ? { error: code, error_description: message } : { error: message } });
    this.message = message;
  }
}

export const notFound = (): ApiError => new ApiError(404, 'Record not found');

/** The fields of a JSON or form body; `media_ids[]` becomes `media_ids`. */
export type Fields = Record<string, unknown>;

/** A request. `params` are the captured parts of the path. */
export interface Call extends Received {
  readonly params: readonly string[];
}

/** A route. The groups in `path` become `params`. */
export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly handle: (state: State, call: Call) => Answer | Promise<Answer>;
}

/** The token of the request, valid or not. */
export function presentedToken(state: State, call: Pick<Call, 'headers'>): Token | undefined {
  return state.tokens.get(bearerOf(call) ?? '');
}

/**
 * Requires a token with one of `scopes`, or with the top-level scope that includes it.
 *
 * @throws ApiError 401 (invalid token), 403 (missing scope, suspended account), checked in Mastodon's order
 */
export function authorize(state: State, call: Call, ...scopes: readonly string[]): Token {
  const token = presentedToken(state, call);
  if (!token) throw new ApiError(401, 'The access token is invalid');
  if (token.revoked) throw new ApiError(401, 'The access token was revoked');
  const wanted = new Set(scopes.flatMap((scope) => [scope, scope.split(':')[0]]));
  if (!token.scopes.some((scope) => wanted.has(scope))) {
    throw new ApiError(403, 'This action is outside the authorized scopes');
  }
  if (token.account.suspended) throw new ApiError(403, 'Your login is currently disabled');
  return token;
}

/** Like `authorize`, for routes that Mastodon also serves without a token. */
export function authorizeIfToken(state: State, call: Call, ...scopes: readonly string[]): void {
  if (bearerOf(call)) authorize(state, call, ...scopes);
}

export async function readFields(call: Call): Promise<Fields> {
  const type = call.headers['content-type'] ?? '';
  if (!call.body.length) return {};
  try {
    if (type.startsWith('application/json')) return JSON.parse(call.body.toString()) as Fields;
    return fromForm(await new Response(call.body, { headers: { 'content-type': type } }).formData());
  } catch (error) {
    throw new ApiError(400, `Error occurred while parsing request parameters (${(error as Error).name})`);
  }
}

function fromForm(form: Iterable<[string, unknown]>): Fields {
  const fields: Fields = {};
  for (const [name, value] of form) {
    if (!name.endsWith('[]')) fields[name] = value;
    else fields[name.slice(0, -2)] = [...((fields[name.slice(0, -2)] as unknown[] | undefined) ?? []), value];
  }
  return fields;
}
