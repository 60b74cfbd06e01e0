/** Tags of files: names by which the library is searched. An organisation has those that its files have. */
import { cleanName } from '../platform/clean-input.ts';
import { queryInside, type Database, type Reader, type Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences.ts';
import { assertOwnMedia } from './own-media.ts';

/** The database allows a file no more either. */
export const MAX_TAGS = 20;
export const MAX_TAG = 50;
/** Tags of an organisation that are listed. */
const MAX_LISTED = 500;

export const tagsSchema = {
  type: 'array',
  maxItems: MAX_TAGS,
  items: { type: 'string', minLength: 1, maxLength: MAX_TAG },
} as const;

const LIST: Statement = {
  name: 'media-tags-list',
  text: `select distinct tag
    from media m, unnest(m.tags) as tag
    where m.organization_id = $1 and m.deleted_at is null
    order by tag
    limit ${MAX_LISTED}`,
};
const LOCK: Statement = {
  name: 'media-tags-lock',
  text: `select id, organization_id as "organizationId", tags
    from media
    where id in (select one::uuid from jsonb_array_elements_text($1::jsonb) one) and deleted_at is null
    order by id
    for update`,
};
const WRITE: Statement = {
  name: 'media-tags-write',
  text: `update media m
    set tags = array(select name from jsonb_array_elements_text(n.tags) with ordinality as e(name, at) order by at)
    from jsonb_to_recordset($1::jsonb) as n(id uuid, tags jsonb)
    where m.id = n.id`,
};

/** Every tag of an organisation's files, by name. */
export async function listTags(database: Reader, organizationId: string): Promise<string[]> {
  return (await database.query<{ tag: string }>(LIST, [organizationId])).map(({ tag }) => tag);
}

/** Tags as they are stored, each once. @throws ApiError `invalid_request` at `path` */
export const cleanTags = (names: readonly string[], path: string): string[] => [
  ...new Set(names.map((name, n) => cleanName(name, { path: `${path}.${n}`, max: MAX_TAG }))),
];

export interface TagChange {
  readonly ids: readonly string[];
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/**
 * Gives all of these files tags, and takes others away; of one file that is in the way, none is changed.
 *
 * @throws ApiError `media_not_found`, `foreign_resource`; `invalid_request` where a file would have too many
 */
export async function changeTags(
  database: Database,
  organizationId: string,
  { ids, add, remove }: TagChange,
): Promise<void> {
  await database.fork().transactional(async (tx) => {
    const found = await queryInside<{ id: string; organizationId: string; tags: string[] }>(tx, LOCK, [
      JSON.stringify(ids),
    ]);
    const files = new Map(found.map((file) => [file.id, file]));
    const changed = ids.map((id) => {
      const file = files.get(id);
      assertOwnMedia(organizationId, file, id);
      const tags = [...new Set([...file.tags.filter((tag) => !remove.includes(tag)), ...add])];
      if (tags.length > MAX_TAGS) throw tooMany(id);
      return { id, tags };
    });
    await queryInside(tx, WRITE, [JSON.stringify(changed)]);
  });
}

const tooMany = (id: string): ApiError =>
  new ApiError('invalid_request', {
    issues: [{ path: 'add', ...sentence('too_many_tags_of_file', { id, max: MAX_TAGS }) }],
  });
