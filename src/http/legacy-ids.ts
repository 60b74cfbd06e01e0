/**
 * Clients of v1 keep the ids that they know: for an organisation that came from there, old ids are understood
 * in requests, and records that had one are shown with it.
 */
import type { Database, Statement } from '../platform/database.ts';
import { isUuid } from '../platform/ids.ts';
import type { AppContext, Middleware } from './types.ts';

const TO_HERE: Statement = {
  name: 'legacy-ids-here',
  text: `select legacy_id as "from", id as "to" from legacy_id
    where organization_id = $1 and legacy_id = any($2::text[]) and kind in ('post', 'integration')`,
};
const TO_V1: Statement = {
  name: 'legacy-ids-v1',
  text: `select id as "from", legacy_id as "to" from legacy_id
    where organization_id = $1 and id = any($2::uuid[]) and kind in ('post', 'integration')
      and legacy_id <> id::text`,
};
/** A cuid, as v1 gave its posts and channels. */
const LEGACY = /^c[a-z0-9]{20,40}$/;
/** Where ids of posts and channels stand in requests and answers, alone or in a list. */
const ID_KEYS = new Set(['id', 'postId', 'integration', 'integrationId', 'channels', 'for']);

/** Understands old ids. Nothing is looked up for an organisation that was made here. */
export function readLegacyIds(database: Pick<Database, 'query'>): Middleware {
  return async (ctx, next) => {
    if (ctx.state.caller.v1) await readRequest(ctx, translator(database, ctx, TO_HERE));
    await next();
  };
}

/** Shows old ids, also in an answer that is repeated for its Idempotency-Key. */
export function showLegacyIds(database: Pick<Database, 'query'>): Middleware {
  return async (ctx, next) => {
    await next();
    if (ctx.state.caller.v1) await writeAnswer(ctx, translator(database, ctx, TO_V1));
  };
}

const translator =
  (database: Pick<Database, 'query'>, ctx: AppContext, statement: Statement): Translate =>
  async (ids) => {
    const values = [ctx.state.caller.organizationId, [...ids]];
    const rows = ids.size ? await database.query<{ from: string; to: string }>(statement, values) : [];
    return new Map(rows.map(({ from, to }) => [from, to]));
  };

type Translation = ReadonlyMap<string, string>;
type Translate = (ids: ReadonlySet<string>) => Promise<Translation>;

async function readRequest(ctx: AppContext, translate: Translate): Promise<void> {
  const params = ctx.params as Record<string, string>;
  const ids = new Set(Object.values(params).filter((text) => LEGACY.test(text)));
  collect(ctx.state.body, LEGACY, ids);
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
