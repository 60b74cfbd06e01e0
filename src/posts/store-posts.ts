/**
 * Stores a create-post request: group, posts, parts, timeline, message to Temporal and the answer to repeat,
 * in one statement.
 */
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.ts';
import { queryInside, type EntityManager, type Statement } from '../platform/database.ts';
import { ApiError } from '../platform/errors.ts';
import { countPosts } from '../billing/count-posts.ts';
import { hasPlans } from '../billing/plans.ts';
import type { PreparedItem } from './prepare-post.ts';

// One round trip and one commit for the whole request; a unit of work took ten. Nothing is stored when the
// answer's key is taken: a parallel request with the same key waits here for the first one's commit. Nor when
// a channel was deleted since it was looked at: its deletion holds the row, and would leave behind what is
// stored after it.
const STORE: Statement = {
  name: 'store-posts',
  text: `with r as (select $1::jsonb as j),
  c as (select i.id from integration i where i.id in (select (t ->> 'channelId')::uuid from r, jsonb_array_elements(j -> 'targets') as targets(t)) and i.deleted_at is null order by i.id for key share),
  live as (select j from r where (select count(*) from c) = (select count(distinct t ->> 'channelId') from jsonb_array_elements(j -> 'targets') as targets(t))),
  taken as (insert into idempotency_record (organization_id, key, request_hash, status, body)
    select (j ->> 'organizationId')::uuid, j #>> '{answer,key}', j #>> '{answer,requestHash}', 201, j #>> '{answer,body}' from live where j -> 'answer' <> 'null'
    on conflict (organization_id, key) do update set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body, created_at = clock_timestamp()
      where idempotency_record.created_at <= clock_timestamp() - make_interval(secs => $2) returning key),
  ok as (select j from live where j -> 'answer' = 'null' or exists (select 1 from taken)),
  g as (insert into post_group (id, organization_id, creation_method, created_at)
    select (j ->> 'groupId')::uuid, (j ->> 'organizationId')::uuid, j ->> 'creationMethod', (j ->> 'now')::timestamptz from ok returning id, organization_id),
  t as (select x.*, j, g.id as group_id, g.organization_id from ok cross join g cross join jsonb_to_recordset(j -> 'targets') as x("postId" uuid, "channelId" uuid, "publicGroup" uuid, settings jsonb, items jsonb)),
  p as (insert into post (id, post_group_id, organization_id, integration_id, public_group, state, publish_at, settings, short_link, interval_days, created_at, updated_at)
    select "postId", group_id, organization_id, "channelId", "publicGroup", j ->> 'state', (j ->> 'publishAt')::timestamptz, settings, (j ->> 'shortLink')::boolean,
      (j ->> 'intervalDays')::int, (j ->> 'now')::timestamptz, (j ->> 'now')::timestamptz from t),
  i as (insert into post_item (id, post_id, position, content, media, delay_minutes)
    select (item ->> 'id')::uuid, "postId", n - 1, item ->> 'content', item -> 'media', (item ->> 'delayMinutes')::float8 from t, jsonb_array_elements(items) with ordinality as e(item, n)),
  tags as (insert into tag (organization_id, name) select (j ->> 'organizationId')::uuid, name from ok, jsonb_array_elements_text(j -> 'tags') as names(name) order by name
    on conflict (organization_id, name) do update set name = excluded.name returning id, name),
  pt as (insert into post_tag (post_id, tag_id, position)
    select "postId", tags.id, n - 1 from t, jsonb_array_elements_text(j -> 'tags') with ordinality as names(name, n) join tags using (name)),
  e as (insert into post_event (post_id, at, kind, detail) select "postId", (j ->> 'now')::timestamptz, 'accepted', j -> 'accepted' from t),
  o as (insert into outbox (id, kind, post_group_id, created_at, available_at)
    select (j ->> 'outboxId')::uuid, 'start_group', id, (j ->> 'now')::timestamptz, (j ->> 'availableAt')::timestamptz from ok, g where j ->> 'state' = 'scheduled')
  select exists (select 1 from g) as stored, exists (select 1 from live) as live`,
};

/**
 * What is stored. Times are the database's; `answer` is what a repetition of the request gets, null when it
 * needs no such record.
 */
export interface PostsToStore {
  readonly organizationId: string;
  readonly groupId: string;
  readonly creationMethod: 'API' | 'CLI';
  readonly state: 'draft' | 'scheduled';
  readonly now: Date;
  readonly publishAt: Date;
  /** When the relay takes over, should the start right after the commit not happen. */
  readonly availableAt: Date;
  /** Names, each once; unknown ones become tags. */
  readonly tags: readonly string[];
  readonly shortLink: boolean;
  readonly intervalDays: number | null;
  readonly accepted: { readonly type: string; readonly publishAt: string };
  readonly targets: readonly {
    readonly postId: string;
    readonly channelId: string;
    readonly settings: Record<string, unknown>;
    readonly items: readonly PreparedItem[];
  }[];
  readonly answer: { readonly key: string; readonly requestHash: string; readonly body: string } | null;
}

/**
 * Stores all of it or nothing: with one statement where nothing is counted, else in a transaction with the
 * count.
 *
 * @param keptSeconds how old a record of the same key must be to be replaced
 * @returns false when the key of `answer` has a younger record; nothing was stored then
 * @throws ApiError `integration_not_found` when a channel has been deleted meanwhile; `quota_exceeded`
 */
export async function storePosts(
  context: Pick<Context, 'database' | 'config' | 'publicUrl'>,
  posts: PostsToStore,
  keptSeconds: number,
): Promise<boolean> {
  const { database, config } = context;
  if (posts.state === 'draft' || !hasPlans(config)) {
    return isStored(await database.query<Outcome>(STORE, valuesOf(posts, keptSeconds)));
  }
  return database.fork().transactional(async (tx) => {
    const stored = await storePostsInside(tx, posts, keptSeconds);
    // Last, because whoever counts for the same organisation waits from there on.
    if (stored) {
      await countPosts(context, tx, { organizationId: posts.organizationId, made: posts.targets.length });
    }
    return stored;
  });
}

/** The same inside a transaction. */
export async function storePostsInside(
  tx: EntityManager,
  posts: PostsToStore,
  keptSeconds: number,
): Promise<boolean> {
  return isStored(await queryInside<Outcome>(tx, STORE, valuesOf(posts, keptSeconds)));
}

interface Outcome {
  readonly stored: boolean;
  readonly live: boolean;
}

function isStored([outcome]: readonly Outcome[]): boolean {
  if (!outcome?.live) {
    throw new ApiError('integration_not_found', {
      message: 'A channel of this request was deleted meanwhile',
    });
  }
  return outcome.stored;
}

const valuesOf = (posts: PostsToStore, keptSeconds: number): unknown[] => [
  JSON.stringify(withIds(posts)),
  keptSeconds,
];

// Ids that nobody else needs to know: in the order of time, so that indexes grow at one end.
function withIds(posts: PostsToStore): object {
  const targets = posts.targets.map((target) => ({
    ...target,
    publicGroup: uuidv7(),
    items: target.items.map((item) => ({ ...item, id: uuidv7() })),
  }));
  return { ...posts, targets, outboxId: uuidv7() };
}
