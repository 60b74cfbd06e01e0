/** A request as the routes see it, and Forem's form of an error. */
import { type Answer, type Call, Refusal } from '../_shared/stand-in.ts';
import type { State, User } from './state.ts';

export { type Answer, type Call, Refusal } from '../_shared/stand-in.ts';

/** A route; `user`: whose key it is, null where none is needed. */
export interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly open?: boolean;
  readonly handle: (state: State, call: Call, found: { user: User; params: readonly string[] }) => Answer;
}

/** `{"error": …, "status": …}`. */
export const refusal = (status: number, error: string, headers: Record<string, string> = {}): Refusal =>
  new Refusal({ status, body: { error, status }, headers });

export const unauthorized = (): Refusal => refusal(401, 'unauthorized');
export const notFound = (): Refusal => refusal(404, 'not found');
export const invalid = (problems: readonly string[]): Refusal => refusal(422, toSentence(problems));

/** As Rails joins the problems of a record. */
function toSentence(problems: readonly string[]): string {
  const last = problems.at(-1) ?? '';
  if (problems.length < 3) return problems.join(' and ');
  return `${problems.slice(0, -1).join(', ')}, and ${last}`;
}

/** The parameter `article` of a request. */
export function articleParam({ headers, body }: Call): Record<string, unknown> {
  if (!String(headers['content-type']).startsWith('application/json')) {
    throw refusal(422, 'param is missing or the value is empty: article');
  }
  let json: { article?: unknown };
  try {
    json = JSON.parse(body.toString()) as { article?: unknown };
  } catch {
    throw refusal(400, 'Bad Request');
  }
  const { article } = json;
  if (article === undefined) throw refusal(422, 'param is missing or the value is empty: article');
  if (typeof article !== 'object' || article === null || Array.isArray(article)) {
    const name = Array.isArray(article) ? 'Array' : typeof article === 'string' ? 'String' : 'NilClass';
    throw refusal(422, `article param must be a JSON object. You provided article as a ${name}`);
  }
  return article as Record<string, unknown>;
}

/** A page of a list: at most 1,000. */
export function paged<T>(items: readonly T[], query: URLSearchParams, usual: number): readonly T[] {
  const size = Math.min(Number(query.get('per_page') ?? usual), 1000);
  const page = Number(query.get('page') ?? 1);
  return items.slice((page - 1) * size, page * size);
}
