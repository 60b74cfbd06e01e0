/** A request as the routes see it, and Whop's form of an error (docs.whop.com/developer/troubleshooting). */
import { jsonOf, type Answer, type Call as Received, Refusal } from '../_shared/stand-in.ts';
import type { Person, State, Token } from './state.ts';

export { type Answer, Refusal } from '../_shared/stand-in.ts';

export interface Call extends Received {
  /** The captured parts of the path. */
  readonly params: readonly string[];
}

/** A route of the API, with the permission that it needs. */
export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly scope: string | null;
  /** The fields that may be in the query. */
  readonly query?: readonly string[];
  readonly handle: (state: State, call: Call, token: Token) => Answer;
}

export const refusal = (status: number, type: string, message: string): Refusal =>
  new Refusal({ status, body: { error: { type, message } } });

export const invalid = (message: string): Refusal => refusal(400, 'bad_request', message);
export const missing = (what: string): Refusal => refusal(404, 'not_found', `${what} was not found`);

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** The JSON of a request, with these fields and no other; a name with `!` is required. */
export function readJson(
  call: Call,
  fields: Readonly<Record<string, 'string' | 'array'>>,
): Record<string, unknown> {
  const body = jsonOf(call, {
    type: invalid('The body must be JSON'),
    syntax: invalid('The body is not JSON'),
  });
  const known = new Map(Object.entries(fields).map(([name, kind]) => [name.replace('!', ''), kind]));
  for (const [name, value] of Object.entries(body)) {
    const kind = known.get(name);
    if (!kind) throw invalid(`Unknown parameter: ${name}`);
    const fits = kind === 'array' ? Array.isArray(value) : typeof value === kind;
    if (!fits && value !== null) throw invalid(`${name} must be of the type ${kind}`);
  }
  const lacking = Object.keys(fields).find((name) => name.endsWith('!') && !body[name.slice(0, -1)]);
  if (lacking) throw invalid(`Missing parameter: ${lacking.slice(0, -1)}`);
  return body;
}

const MAX = 100;

/** A page of a list: `first`, after the cursor. */
export function paged(items: readonly unknown[], query: URLSearchParams): Answer {
  const first = Number(query.get('first') ?? 20);
  if (!Number.isInteger(first) || first < 1 || first > MAX) throw invalid(`first is not 1 to ${MAX}`);
  const after = query.get('after');
  const from = after ? Number(Buffer.from(after, 'base64url').toString()) : 0;
  if (Number.isNaN(from)) throw invalid('after is no cursor');
  const end = Math.min(from + first, items.length);
  const cursorOf = (n: number): string => Buffer.from(String(n)).toString('base64url');
  return ok({
    data: items.slice(from, end),
    page_info: {
      start_cursor: cursorOf(from),
      end_cursor: end < items.length ? cursorOf(end) : null,
      has_next_page: end < items.length,
      has_previous_page: from > 0,
    },
  });
}

export const userOf = ({ id, username, name }: Person): Record<string, unknown> => ({ id, username, name });
