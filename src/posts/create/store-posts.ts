/**
 * Stores a create-post request in one statement: the group, its posts and their parts, tags, the first line
 * of each timeline, the message to Temporal, and the answer that a repetition of the request gets.
 */
import { v7 as uuidv7 } from 'uuid';
import { countPosts } from '../../billing/count-posts.ts';
import { inTheirTimes } from '../../channels/take-slots.ts';
import { hasPlans } from '../../platform/plans.ts';
import type { Context } from '../../platform/context.ts';
import type { AnswerToKeep } from '../../http/remember-answer.ts';
import { queryInside, type EntityManager, type Statement } from '../../platform/database.ts';
import { storeExactlyOnce } from '../../platform/lost-answer.ts';
import { ApiError } from '../../platform/errors.ts';
import { LOCKED_MEDIA, assertMediaKept } from '../../uploads/lock-media.ts';
import type { CheckedEntry } from './entries/check-entry.ts';
import { sentence } from '../../platform/sentences.ts';

/** The posts to store. Dates are by the database's clock. */
export interface PostsToStore {
  readonly organizationId: string;
  /** The person who creates them; null = an API key or the command line. */
  readonly createdById: string | null;
  readonly groupId: string;
  readonly creationMethod: 'API' | 'CLI';
  readonly state: 'draft' | 'scheduled';
  readonly now: Date;
  readonly publishAt: Date;
  /** When the relay takes over, should the start right after the commit not happen. */
  readonly availableAt: Date;
  /** Names, each once; unknown ones become tags. */
  readonly tags: readonly string[];
  readonly intervalDays: number | null;
  readonly repeatRule: string | null;
  readonly accepted: { readonly type: string };
  readonly targets: readonly (CheckedEntry & {
    readonly postId: string;
    readonly channelId: string;
    /** The client's own text, if it gave one. */
    readonly ownGroup: string | null;
    /** The place of its entry in the request. */
    readonly path: string;
    /** Its own date, where each post has one; default: that of the request. */
    readonly publishAt?: Date;
  })[];
  /** Whether each post gets the next free posting time of its channel, in the transaction that stores it. */
  readonly queued: boolean;
  /** Whether a date at which a channel has a post is refused. */
  readonly onlyFree: boolean;
  /** What a repetition of the request gets; null when nothing is kept. */
  readonly answer: AnswerToKeep | null;
}

// One round trip and one commit for the whole request: through the ORM it took ten. `$1` is the request as
// JSON, `$2` the age in seconds from which a kept answer may be replaced.
const STORE: Statement = {
  name: 'store-posts',
  text: `with
  request as (
    select $1::jsonb as j
  ),
  -- The channels, locked until the commit: a deletion holds the row, and would leave behind what is stored
  -- after it.
  channel as (
    select i.id
    from integration i
    where i.id in (
        select (t ->> 'channelId')::uuid
        from request, jsonb_array_elements(j -> 'targets') as targets(t)
      )
      and i.deleted_at is null
    order by i.id
    for key share
  ),
  ${LOCKED_MEDIA},
  -- The request, unless a channel or an upload of it was deleted after it was checked.
  live as (
    select j
    from request
    where not exists (select from gone_media) and (select count(*) from channel)
      = (select count(distinct t ->> 'channelId') from jsonb_array_elements(j -> 'targets') as targets(t))
  ),
  -- The answer under its key. A parallel request with the same key waits here for the commit of the first,
  -- and gets no row.
  kept as (
    insert into idempotency_record (organization_id, key, request_hash, status, body)
    select (j ->> 'organizationId')::uuid, j #>> '{answer,key}', j #>> '{answer,requestHash}', 201,
      j #>> '{answer,body}'
    from live
    where j -> 'answer' <> 'null'
    on conflict (organization_id, key) do update
      set request_hash = excluded.request_hash, status = excluded.status, body = excluded.body,
        created_at = clock_timestamp()
      where idempotency_record.created_at <= clock_timestamp() - make_interval(secs => $2)
    returning key
  ),
  -- The request, unless its key is taken. Everything below is stored only when this has its row.
  accepted as (
    select j
    from live
    where j -> 'answer' = 'null' or exists (select 1 from kept)
  ),
  new_group as (
    insert into post_group (id, organization_id, creation_method, created_by_id, created_at)
    select (j ->> 'groupId')::uuid, (j ->> 'organizationId')::uuid, j ->> 'creationMethod',
      (j ->> 'createdById')::uuid, (j ->> 'now')::timestamptz
    from accepted
    returning id, organization_id
  ),
  -- One row for each target, with what it shares with the others.
  target as (
    select t.*, j, new_group.id as group_id, new_group.organization_id
    from accepted
    cross join new_group
    cross join jsonb_to_recordset(j -> 'targets')
      as t("postId" uuid, "channelId" uuid, "publicGroup" uuid, "ownGroup" text, settings jsonb,
        "shortLink" boolean, items jsonb, "publishAt" text)
  ),
  new_post as (
    insert into post (id, post_group_id, organization_id, integration_id, public_group, own_group, state,
      publish_at, settings, short_link, interval_days, repeat_rule, created_at, updated_at)
    select "postId", group_id, organization_id, "channelId", "publicGroup", "ownGroup", j ->> 'state',
      coalesce("publishAt", j ->> 'publishAt')::timestamptz, settings, "shortLink", (j ->> 'intervalDays')::int,
      j ->> 'repeatRule',
      (j ->> 'now')::timestamptz, (j ->> 'now')::timestamptz
    from target
  ),
  new_item as (
    insert into post_item (id, post_id, position, content, media, delay_minutes)
    select (item ->> 'id')::uuid, "postId", n - 1, item ->> 'content', item -> 'media',
      (item ->> 'delayMinutes')::float8
    from target, jsonb_array_elements(items) with ordinality as e(item, n)
  ),
  -- In the order of their names, so that two requests cannot wait for each other. The update that changes
  -- nothing makes an existing tag return its id.
  named_tag as (
    insert into tag (organization_id, name)
    select (j ->> 'organizationId')::uuid, name
    from accepted, jsonb_array_elements_text(j -> 'tags') as names(name)
    order by name
    on conflict (organization_id, name) do update set name = excluded.name
    returning id, name
  ),
  tagged as (
    insert into post_tag (post_id, tag_id, position)
    select "postId", named_tag.id, n - 1
    from target, jsonb_array_elements_text(j -> 'tags') with ordinality as names(name, n)
    join named_tag using (name)
  ),
  event as (
    insert into post_event (post_id, at, kind, detail)
    select "postId", (j ->> 'now')::timestamptz, 'accepted',
      jsonb_set(j -> 'accepted', '{publishAt}', to_jsonb(coalesce("publishAt", j ->> 'publishAt')))
    from target
  ),
  -- A draft needs no run.
  message as (
    insert into outbox (id, kind, post_group_id, created_at, available_at)
    select (j ->> 'outboxId')::uuid, 'start_group', id, (j ->> 'now')::timestamptz,
      (j ->> 'availableAt')::timestamptz
    from accepted, new_group
    where j ->> 'state' = 'scheduled'
  )
  select exists (select from new_group) as stored, exists (select from live) as live,
    exists (select from gone_media) as gone`,
};

const IS_STORED: Statement = { name: 'is-stored', text: 'select 1 as ok from post_group where id = $1' };
type StoreContext = Pick<Context, 'database' | 'config' | 'publicUrl'>;

/**
 * Stores all of it or nothing. Where posts are counted against a plan, the count is part of the transaction.
 * When the answer of the commit was lost, the group's id shows whether it took effect.
 *
 * @returns false when the key of `answer` is taken; nothing was stored then
 * @throws ApiError `integration_not_found` when a channel has been deleted meanwhile; `quota_exceeded`
 */
export async function storePosts(context: StoreContext, posts: PostsToStore): Promise<boolean> {
  return storeExactlyOnce(
    () => storeOnce(context, posts),
    async () => (await context.database.query(IS_STORED, [posts.groupId])).length > 0,
  );
}

async function storeOnce(context: StoreContext, posts: PostsToStore): Promise<boolean> {
  const { database, config } = context;
  const counts = posts.state === 'scheduled' && hasPlans(config);
  const timed = posts.queued || posts.onlyFree;
  if (!counts && !timed) return isStored(await database.query<Outcome>(STORE, valuesOf(posts)));
  return database.fork().transactional(async (tx) => {
    const stored = await inTheirTimes(tx, posts, (targets) => storePostsInside(tx, { ...posts, targets }));
    // Last, because from here on other requests of the organisation wait for this transaction.
    if (stored && counts) {
      await countPosts(context, tx, { organizationId: posts.organizationId, made: posts.targets.length });
    }
    return stored;
  });
}

/** Stores posts inside a transaction, without the count. */
export async function storePostsInside(tx: EntityManager, posts: PostsToStore): Promise<boolean> {
  return isStored(await queryInside<Outcome>(tx, STORE, valuesOf(posts)));
}

interface Outcome {
  readonly stored: boolean;
  readonly live: boolean;
  readonly gone: boolean;
}

function isStored([outcome]: readonly Outcome[]): boolean {
  assertMediaKept(outcome?.gone);
  if (!outcome?.live) throw new ApiError('integration_not_found', sentence('channel_of_request_deleted'));
  return outcome.stored;
}

// Ids that nobody else needs to know are made here: ordered by time, so that indexes grow at one end.
function valuesOf(posts: PostsToStore): unknown[] {
  const targets = posts.targets.map((target) => ({
    ...target,
    publicGroup: uuidv7(),
    items: target.items.map((item) => ({ ...item, id: uuidv7() })),
  }));
  return [JSON.stringify({ ...posts, targets, outboxId: uuidv7() }), posts.answer?.seconds ?? 0];
}
