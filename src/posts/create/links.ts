/**
 * Links between posts: `(post:<id>)` in a text or a setting stands for the URL of another post of the
 * organisation. It is filled in when the part is published, because the URL is not known before.
 */
import type { PostState } from '../../../temporal/contract/post-states.ts';
import type { Database, Statement } from '../../platform/database.ts';

const LINK = /\(post:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)/gi;
/** The start of every link: a text without it has none. */
export const LINK_START = '(post:';

/** A post that is linked to; `url` is set once it is published. */
export interface LinkedPost {
  readonly id: string;
  readonly state: PostState;
  readonly url: string | null;
  /** Milliseconds until it is due; negative since then. */
  readonly dueInMs: number;
}

const READ: Statement = {
  name: 'linked-posts',
  text: `select id, state, release_url as url,
      (extract(epoch from publish_at - clock_timestamp()) * 1000)::float8 as "dueInMs"
    from post
    where id = any($1::uuid[])
      and organization_id = $2
      and (deleted_at is null or release_url is not null)`,
};

/** Ids of the posts that a value links to, at any depth, in lower case and each once. */
export function linkedIds(value: unknown): string[] {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
  return text.includes(LINK_START)
    ? [...new Set([...text.matchAll(LINK)].map((match) => (match[1] ?? '').toLowerCase()))]
    : [];
}

/** The organisation's posts among these. */
export async function readLinked(
  database: Database,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, LinkedPost>> {
  const rows = ids.length ? await database.query<LinkedPost>(READ, [ids, organizationId]) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

/** A copy of the value with every link replaced by its URL. */
export function fillLinks<T>(value: T, urlOf: (id: string) => string): T {
  if (typeof value === 'string') {
    return value.replaceAll(LINK, (_, id: string) => urlOf(id.toLowerCase())) as T;
  }
  if (Array.isArray(value)) return value.map((item: unknown) => fillLinks(item, urlOf)) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, fillLinks(inner as unknown, urlOf)]),
  ) as T;
}
