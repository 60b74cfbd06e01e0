/** A request as the routes see it, and Lemmy's errors. */
import type http from 'node:http';
import { WINDOWS, type Limits, type Person, type State } from './state.ts';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer<ArrayBuffer>;
}

/** `body` undefined: an empty answer. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** `fields`: of the query or of the JSON body, with their kinds; a `?` makes one optional. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly fields: Readonly<Record<string, FieldKind | `${FieldKind}?`>>;
  readonly login?: boolean;
  readonly limit?: keyof typeof WINDOWS;
  readonly handle: (
    state: State,
    fields: Fields,
    person: Person | null,
    call: Call,
  ) => Answer | Promise<Answer>;
}

type FieldKind = 'text' | 'number' | 'boolean';
export type Fields = Readonly<Record<string, unknown>>;

/** An answer that ends the request. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(`Lemmy answers ${answer.status}`);
    this.answer = answer;
  }
}

/** `{"error": code}`: 401 for a wrong login, 404 for what is not there, 400 for all others. */
export function refusal(code: string, status?: number): Refusal {
  const known: Readonly<Record<string, number>> = { incorrect_login: 401, not_found: 404 };
  return new Refusal({ status: status ?? known[code] ?? 400, body: { error: code } });
}

/** What the web framework answers to a body or a query that does not fit. */
const misfit = (message: string): Refusal => new Refusal({ status: 400, body: message });

/** 0.19 says so with status 400, 1.x with 429. */
export function count(state: State, limit: keyof typeof WINDOWS): void {
  const nowMs = state.now().getTime();
  const recent = (state.uses.get(limit) ?? []).filter((at) => at > nowMs - WINDOWS[limit] * 1000);
  if (recent.length >= state.limits[limit satisfies keyof Limits]) {
    throw state.generation === '0.19' ? refusal('rate_limit_error') : refusal('too_many_requests', 429);
  }
  state.uses.set(limit, [...recent, nowMs]);
}

export function personOf(state: State, { headers }: Call): Person | null {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  const known = token ? state.tokens.get(token) : undefined;
  if (!known || (known.expiresAt !== null && known.expiresAt <= state.now().getTime())) return null;
  return state.people.get(known.person) ?? null;
}

/** Checks names and kinds; Lemmy ignores a field that it does not know, which would hide a mistake here. */
export function readFields({ fields: known }: Route, { method, query, headers, body }: Call): Fields {
  const input: Record<string, unknown> =
    method === 'GET' ? Object.fromEntries(query) : readJson(headers, body);
  for (const name of Object.keys(input)) if (!(name in known)) throw misfit(`unknown field \`${name}\``);
  const read: Record<string, unknown> = {};
  for (const [name, kind] of Object.entries(known)) {
    const value = input[name];
    if (value === undefined || value === null) {
      if (!kind.endsWith('?')) throw misfit(`missing field \`${name}\``);
      continue;
    }
    read[name] = method === 'GET' ? fromQuery(String(value), kind) : value;
    const type = typeof read[name];
    if (type !== (kind.startsWith('text') ? 'string' : kind.replace('?', ''))) {
      throw misfit(`invalid type: ${type} for \`${name}\``);
    }
  }
  return read;
}

function readJson(headers: http.IncomingHttpHeaders, body: Buffer): Record<string, unknown> {
  if (!String(headers['content-type']).startsWith('application/json')) throw misfit('Content type error');
  return JSON.parse(body.toString()) as Record<string, unknown>;
}

function fromQuery(value: string, kind: string): unknown {
  if (kind.startsWith('number')) return /^-?\d+$/.test(value) ? Number(value) : value;
  return kind.startsWith('boolean') && /^(true|false)$/.test(value) ? value === 'true' : value;
}
