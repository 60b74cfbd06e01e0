/**
 * The seam of old ids: records from another system keep the ids that they had there, for clients that know
 * them. Rows of `legacy_id` plug in; without any, every id is the one that a record has here. An id is
 * translated in requests and answers (`src/http/old-ids.ts`, `src/webhooks/present-event.ts`); nothing
 * between knows old ids.
 */
import type { Database, Statement } from './database.ts';

/** The kinds of records that may have an old id, in the order in which one refers to another. */
export const OLD_ID_KINDS = [
  'organization',
  'user',
  'membership',
  'customer',
  'integration',
  'media',
  'tag',
  'signature',
  'set',
  'post',
  'notification',
  'oauth_app',
  'oauth_authorization',
  'webhook',
  'subscription',
] as const;
export type OldIdKind = (typeof OLD_ID_KINDS)[number];

/**
 * The kinds of records that an import over the API of another instance remembers (`imported_record`); its ids
 * stay there.
 */
export const IMPORTED_KINDS = ['channel', 'post', 'media'] as const;
export type ImportedKind = (typeof IMPORTED_KINDS)[number];

const HERE: Statement = {
  name: 'legacy-ids-here',
  text: `select legacy_id as "from", id as "to" from legacy_id
    where organization_id = $1 and legacy_id = any($2::text[]) and kind in ('post', 'integration')`,
};
const OLD: Statement = {
  name: 'legacy-ids-old',
  text: `select id as "from", legacy_id as "to" from legacy_id
    where organization_id = $1 and id = any($2::uuid[]) and kind in ('post', 'integration')
      and legacy_id <> id::text`,
};

/** Ids of posts and channels, and what stands for each. */
export type Translation = ReadonlyMap<string, string>;
type Translate = (
  database: Pick<Database, 'query'>,
  organizationId: string,
  ids: ReadonlySet<string>,
) => Promise<Translation>;

const by =
  (statement: Statement): Translate =>
  async (database, organizationId, ids) => {
    const rows = ids.size
      ? await database.query<{ from: string; to: string }>(statement, [organizationId, [...ids]])
      : [];
    return new Map(rows.map(({ from, to }) => [from, to]));
  };

/** The known ones of these old ids, and their ids here. */
export const idsHere = by(HERE);
/** The ones of these ids that had another one, and that one. */
export const oldIds = by(OLD);

/**
 * The old id of a record, if it had another one: an SQL expression. `organization` and `id` are expressions
 * too.
 */
export const oldId = (kind: OldIdKind, organization: string, id: string): string => `(
      select l.legacy_id
      from legacy_id l
      where l.organization_id = ${organization} and l.kind = '${kind}'
        and l.id = ${id} and l.legacy_id <> l.id::text
    )`;
