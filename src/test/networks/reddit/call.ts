/** A request as the routes see it, and the two forms of Reddit's errors. */
import { Response } from 'undici';
import { type Answer, type Call as Received, Refusal } from '../_shared/stand-in.ts';
import type { State, Token } from './state.ts';

export { type Answer, Refusal } from '../_shared/stand-in.ts';

export interface Call extends Received {
  /** The captured parts of the path. */
  readonly params: readonly string[];
}

/** A route; `scope`: what its description says that a token needs. */
export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly scope: string | null;
  readonly handle: (state: State, call: Call, token: Token) => Answer | Promise<Answer>;
}

const WORDS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  429: 'Too Many Requests',
};

/** `{"message": …, "error": status}`, as recorded. */
export const refusal = (
  status: number,
  more: { body?: object; headers?: Record<string, string> } = {},
): Refusal =>
  new Refusal({
    status,
    body: { message: WORDS[status], error: status, ...more.body },
    ...(more.headers ? { headers: more.headers } : {}),
  });

/** An error with HTTP 200: `{"json": {"errors": [[code, message, field]]}}`. */
export const coded = (code: string, message: string, field: string, more: object = {}): Refusal =>
  new Refusal({ status: 200, body: { json: { ...more, errors: [[code, message, field]] } } });

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const made = (data: unknown): Answer => ok({ json: { errors: [], data } });

/** The fields of a form. Anything but a form, a field twice, and a field that is not known are refused. */
export async function readForm(
  { headers, body }: Call,
  known: readonly string[],
): Promise<Record<string, string>> {
  if (!String(headers['content-type']).startsWith('application/x-www-form-urlencoded')) throw refusal(400);
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(body.toString())) {
    if (name in fields || !known.includes(name)) {
      throw refusal(400, { body: { explanation: `the field ${name} is not known` } });
    }
    fields[name] = value;
  }
  if (fields.api_type !== 'json') throw refusal(400, { body: { explanation: 'api_type is not json' } });
  return fields;
}

/** A form with a file, its parts in the order in which they were sent. */
export async function readParts({ headers, body }: Call): Promise<[string, string | Blob][]> {
  const type = String(headers['content-type']);
  if (!type.startsWith('multipart/form-data')) throw refusal(400);
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  return [...form] as [string, string | Blob][];
}

/** A page of things, newest first: `limit` (25, at most 100) after the one that `after` names. */
export function listing(things: readonly { kind: string; data: { name: string } }[], query: URLSearchParams) {
  const limit = Math.min(Number(query.get('limit') ?? 25) || 25, 100);
  const after = query.get('after');
  const from = after ? things.findIndex(({ data }) => data.name === after) + 1 : 0;
  const page = things.slice(from, from + limit);
  const more = from + limit < things.length;
  return ok({
    kind: 'Listing',
    data: {
      after: more ? (page.at(-1)?.data.name ?? null) : null,
      before: null,
      dist: page.length,
      children: page,
    },
  });
}
