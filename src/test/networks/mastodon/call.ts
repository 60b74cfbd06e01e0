/** One request as the routes see it, and the refusals they throw. */
import type { IncomingMessage } from 'node:http';
import { Response } from 'undici';
import type { State, Token } from './state.ts';

/**
 * A refusal in Mastodon's own form: a status and `{"error": words}`; those of OAuth have a `code` and
 * `{"error": code, "error_description": words}`.
 */
export class Refused extends Error {
  readonly status: number;
  readonly code: string | null;

  constructor(status: number, words: string, code: string | null = null) {
    super(words);
    this.status = status;
    this.code = code;
  }
}

/** The words for everything that is not there. */
export const notFound = (): Refused => new Refused(404, 'Record not found');

/** Fields of a body, in JSON or form notation; `media_ids[]` becomes `media_ids`. */
export type Fields = Record<string, unknown>;

/** A request: `params` are the captured parts of the path. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly params: readonly string[];
  readonly body: Buffer<ArrayBuffer>;
}

/** A route's answer; a text is a page. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A route: the path's groups become `params`. */
export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly handle: (state: State, call: Call) => Answer | Promise<Answer>;
}

/** The token of the request, whether it is good or not. */
export function presentedToken(state: State, call: Pick<Call, 'headers'>): Token | undefined {
  return state.tokens.get(bearer(call) ?? '');
}

function bearer(call: Pick<Call, 'headers'>): string | undefined {
  return /^Bearer (.+)$/.exec(call.headers.authorization ?? '')?.[1];
}

/**
 * Lets a token pass that has one of `scopes`, or the top-level scope above it.
 *
 * @throws Refused 401 (bad token), 403 (scope, suspended login), in the order in which Mastodon checks
 */
export function authorize(state: State, call: Call, ...scopes: readonly string[]): Token {
  const token = presentedToken(state, call);
  if (!token) throw new Refused(401, 'The access token is invalid');
  if (token.revoked) throw new Refused(401, 'The access token was revoked');
  const wanted = new Set(scopes.flatMap((scope) => [scope, scope.split(':')[0]]));
  if (!token.scopes.some((scope) => wanted.has(scope))) {
    throw new Refused(403, 'This action is outside the authorized scopes');
  }
  if (token.account.suspended) throw new Refused(403, 'Your login is currently disabled');
  return token;
}

/** Like `authorize`, where Mastodon also serves requests without a token. */
export function authorizeIfToken(state: State, call: Call, ...scopes: readonly string[]): void {
  if (bearer(call)) authorize(state, call, ...scopes);
}

/** The body's fields, parsed by undici (multipart, urlencoded) or as JSON. */
export async function readFields(call: Call): Promise<Fields> {
  const type = call.headers['content-type'] ?? '';
  if (!call.body.length) return {};
  try {
    if (type.startsWith('application/json')) return JSON.parse(call.body.toString()) as Fields;
    return fromForm(await new Response(call.body, { headers: { 'content-type': type } }).formData());
  } catch (error) {
    throw new Refused(400, `Error occurred while parsing request parameters (${(error as Error).name})`);
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
