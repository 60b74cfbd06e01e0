/**
 * Clients that know a record by its old id keep it: for an organisation that came over from another system,
 * old ids are understood in requests, and records that had one are shown with it.
 */
import type { Database } from '../platform/database.ts';
import { isUuid } from '../platform/ids.ts';
import { idsHere, oldIds, type Translation } from '../platform/old-ids.ts';
import type { AppContext, Middleware } from './types.ts';

/** An old id that is no UUID is a cuid. */
const CUID = /^c[a-z0-9]{20,40}$/;
/** Where ids of posts and channels stand in requests and answers, alone or in a list. */
const ID_KEYS = new Set(['id', 'postId', 'integration', 'integrationId', 'channels', 'for']);

/** Understands old ids. Nothing is looked up for an organisation that was made here. */
export function readOldIds(database: Pick<Database, 'query'>): Middleware {
  return async (ctx, next) => {
    const { publisher, organizationId } = ctx.state.caller;
    if (publisher) await readRequest(ctx, (ids) => idsHere(database, organizationId, ids));
    await next();
  };
}

/** Shows old ids, also in an answer that is repeated for its Idempotency-Key. */
export function showOldIds(database: Pick<Database, 'query'>): Middleware {
  return async (ctx, next) => {
    await next();
    const { publisher, organizationId } = ctx.state.caller;
    if (publisher) await writeAnswer(ctx, (ids) => oldIds(database, organizationId, ids));
  };
}

type Translate = (ids: ReadonlySet<string>) => Promise<Translation>;

async function readRequest(ctx: AppContext, translate: Translate): Promise<void> {
  const params = ctx.params as Record<string, string>;
  const ids = new Set(Object.values(params).filter((text) => CUID.test(text)));
  collect(ctx.state.body, CUID, ids);
  const known = await translate(ids);
  if (!known.size) return;
  for (const [name, value] of Object.entries(params)) params[name] = known.get(value) ?? value;
  ctx.state.body = replaced(ctx.state.body, known);
}

async function writeAnswer(ctx: AppContext, translate: Translate): Promise<void> {
  // An answer that is repeated comes as it was stored: as text.
  const isText = typeof ctx.body === 'string';
  if (isText && !ctx.type.includes('json')) return;
  const body: unknown = isText ? JSON.parse(String(ctx.body)) : ctx.body;
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body) || 'pipe' in body) return;
  const ids = new Set<string>();
  collect(body, { test: isUuid }, ids);
  const known = await translate(ids);
  if (known.size) ctx.body = isText ? JSON.stringify(replaced(body, known)) : replaced(body, known);
}

function collect(value: unknown, wanted: { test(text: string): boolean }, into: Set<string>, key = ''): void {
  if (typeof value === 'string') {
    if (ID_KEYS.has(key) && wanted.test(value)) into.add(value);
  } else if (Array.isArray(value)) {
    for (const entry of value) collect(entry, wanted, into, key);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, entry] of Object.entries(value)) collect(entry, wanted, into, name);
  }
}

function replaced(value: unknown, known: Translation, key = ''): unknown {
  if (typeof value === 'string') return ID_KEYS.has(key) ? (known.get(value) ?? value) : value;
  if (Array.isArray(value)) return value.map((entry) => replaced(entry, known, key));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, replaced(entry, known, name)]),
  );
}
