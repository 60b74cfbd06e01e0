/** Fields of queries and forms. */
import type Koa from 'koa';
import type { AppState } from './types.ts';

/**
 * Fields by name, in one pass over them. A repeated field is a list, which no handler mistakes for a text.
 *
 * @param text as in application/x-www-form-urlencoded
 */
export function readFields(text: string | URLSearchParams): Record<string, string | string[]> {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = fields.get(name);
    if (before === undefined) fields.set(name, value);
    else if (typeof before === 'string') fields.set(name, [before, value]);
    else before.push(value);
  }
  return Object.fromEntries(fields);
}

/**
 * `ctx.query` from one pass. Koa's own looks through all fields again for each of them: a query of 14 KB
 * keeps the process busy for a quarter of a second (`lib/search-params.js` of koa 3.3.0).
 */
export function readQueriesOnce(app: Koa<AppState>): void {
  Object.defineProperty(app.request, 'query', {
    get(this: Koa.Request) {
      return readFields(this.querystring);
    },
  });
}
