/** A request as the routes see it, and Pinterest's form of an error. */
import { Response } from 'undici';
import { jsonOf, type Answer, type Call as Received, Refusal } from '../_shared/stand-in.ts';
import type { State, Token } from './state.ts';

export { type Answer, Refusal } from '../_shared/stand-in.ts';

export interface Call extends Received {
  /** The captured parts of the path. */
  readonly params: readonly string[];
}

/** A route of the API, with what its description says: the scopes, and the category of its limit. */
export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly scopes: readonly string[];
  readonly category: 'org_read' | 'org_write' | 'org_analytics';
  /** The fields that may be in the query. */
  readonly query?: readonly string[];
  readonly handle: (state: State, call: Call, token: Token) => Answer | Promise<Answer>;
}

/** `{"code": …, "message": …}`. */
export const refusal = (
  status: number,
  code: number,
  message: string,
  headers: Record<string, string> = {},
): Refusal => new Refusal({ status, body: { code, message, status: 'failure' }, headers });

/** A field that the description does not know, or not so. */
export const invalid = (message: string): Refusal => refusal(400, 1, message);

export const ok = (body: unknown, status = 200): Answer => ({ status, body });

export const readJson = (call: Call): Record<string, unknown> =>
  jsonOf(call, { type: refusal(415, 1, 'Unsupported media type'), syntax: invalid('Invalid JSON') });

/** A form with a file, its parts in the order in which they were sent. */
export async function readParts({ headers, body }: Call): Promise<[string, string | Blob][]> {
  const type = String(headers['content-type']);
  if (!type.startsWith('multipart/form-data')) throw invalid('Not a form');
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  return [...form] as [string, string | Blob][];
}

const MAX = 250;

/** A page of a list: `page_size` (25, at most 250), from the one that the bookmark names. */
export function paged(items: readonly unknown[], query: URLSearchParams): Answer {
  const size = Number(query.get('page_size') ?? 25);
  if (!Number.isInteger(size) || size < 1 || size > MAX) throw invalid(`page_size is not 1 to ${MAX}`);
  const bookmark = query.get('bookmark');
  const from = bookmark ? Number(Buffer.from(bookmark, 'base64url').toString()) : 0;
  if (Number.isNaN(from)) throw invalid('Invalid bookmark');
  const more = from + size < items.length;
  return ok({
    items: items.slice(from, from + size),
    bookmark: more ? Buffer.from(String(from + size)).toString('base64url') : null,
  });
}
