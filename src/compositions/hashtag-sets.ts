/** The hashtags that an organisation uses together, under a name. */
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../platform/context.ts';
import { cleanName } from '../platform/clean-input.ts';
import { queryInside, type Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { foreign, missing } from '../platform/missing.ts';
import { lockOrganization } from '../platform/organization-lock.ts';
import { sentence } from '../platform/sentences.ts';

export const MAX_SET_NAME = 60;
const MAX_SETS = 100;

export const tagsSchema = {
  type: 'array',
  minItems: 1,
  maxItems: 30,
  items: { type: 'string', maxLength: 100, pattern: '^#?[^\\s#]+$' },
  description: 'The hashtags, with or without #; stored without, each once',
} as const;

interface HashtagSet {
  readonly id: string;
  readonly name: string;
  /** Without `#`, each once, regardless of case. */
  readonly tags: readonly string[];
}
type Fields = Omit<HashtagSet, 'id'>;
type Deps = Pick<Context, 'database'>;

interface By {
  readonly organizationId: string;
  /** Nobody where an API key does it. */
  readonly userId?: string | null;
}

const LIST: Statement = {
  name: 'hashtag-sets-list',
  text: `select id, name, tags from hashtag_set where organization_id = $1 order by lower(name), id`,
};
const COUNT: Statement = {
  name: 'hashtag-sets-count',
  text: 'select count(*)::int as count from hashtag_set where organization_id = $1',
};
const INSERT: Statement = {
  name: 'hashtag-sets-insert',
  text: `insert into hashtag_set (id, organization_id, name, tags, created_by) values ($1, $2, $3, $4::jsonb, $5)
    returning id, name, tags`,
};
const ONE: Statement = {
  name: 'hashtag-sets-one',
  text: 'select organization_id as "organizationId" from hashtag_set where id = $1',
};
const UPDATE: Statement = {
  name: 'hashtag-sets-update',
  text: `update hashtag_set set name = coalesce($3, name), tags = coalesce($4::jsonb, tags)
    where id = $1 and organization_id = $2 returning id, name, tags`,
};
const DELETE: Statement = {
  name: 'hashtag-sets-delete',
  text: 'delete from hashtag_set where id = $1 and organization_id = $2',
};

/** In the order of the alphabet. */
export const listHashtagSets = ({ database }: Deps, organizationId: string): Promise<HashtagSet[]> =>
  database.query<HashtagSet>(LIST, [organizationId]);

/** @throws ApiError `invalid_request` */
export async function createHashtagSet({ database }: Deps, by: By, fields: Fields): Promise<HashtagSet> {
  const values = [cleaned(fields.name), stored(fields.tags), by.userId ?? null];
  return database.fork().transactional(async (tx) => {
    // Two at once: the second waits, and then counts the first.
    await lockOrganization(tx, by.organizationId);
    const [found] = await queryInside<{ count: number }>(tx, COUNT, [by.organizationId]);
    if ((found?.count ?? 0) >= MAX_SETS) {
      const issue = { path: '', ...sentence('too_many_hashtag_sets', { most: MAX_SETS }) };
      throw new ApiError('invalid_request', { issues: [issue] });
    }
    const [row] = await queryInside<HashtagSet>(tx, INSERT, [uuidv7(), by.organizationId, ...values]);
    return row as HashtagSet;
  });
}

/** What is left out stays. @throws ApiError `hashtag_set_not_found`, `foreign_resource`, `invalid_request` */
export async function changeHashtagSet(
  { database }: Deps,
  organizationId: string,
  { id, name, tags }: Partial<Fields> & { readonly id: string },
): Promise<HashtagSet> {
  await assertOwn({ database }, organizationId, id);
  const values = [name === undefined ? null : cleaned(name), tags === undefined ? null : stored(tags)];
  const [row] = await database.query<HashtagSet>(UPDATE, [id, organizationId, ...values]);
  if (!row) throw missing('hashtag_set', id);
  return row;
}

/** @throws ApiError `hashtag_set_not_found`, `foreign_resource` */
export async function deleteHashtagSet(
  { database }: Deps,
  organizationId: string,
  id: string,
): Promise<void> {
  await assertOwn({ database }, organizationId, id);
  await database.query(DELETE, [id, organizationId]);
}

async function assertOwn({ database }: Deps, organizationId: string, id: string): Promise<void> {
  const [row] = await database.query<{ organizationId: string }>(ONE, [id]);
  if (!row) throw missing('hashtag_set', id);
  if (row.organizationId !== organizationId) throw foreign('hashtag_set', id);
}

const cleaned = (name: string): string => cleanName(name, { max: MAX_SET_NAME });

const stored = (tags: readonly string[]): string =>
  JSON.stringify([
    ...new Map(tags.map((tag) => tag.replace(/^#/, '')).map((tag) => [tag.toLowerCase(), tag])).values(),
  ]);
