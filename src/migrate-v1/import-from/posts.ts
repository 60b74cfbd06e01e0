/**
 * Posts: new ones are stored; one that changed there is changed here too, as long as nobody touched it here.
 */
import { createHash } from 'node:crypto';
import { namedMedia } from '../../../providers/_kit/settings-media.ts';
import { withNamedMedia } from '../../../providers/_kit/nested-settings.ts';
import { LOOK_AGAIN } from '../copy/known.ts';
import { writePosts } from '../copy/posts.ts';
import { mapPost, type MappedPost } from '../map/post.ts';
import { isRecord, jsonOf, textOf } from '../map/values.ts';
import type { SourceRow } from '../source/open-source.ts';
import type { EntityManager } from '../../platform/database.ts';
import { idHere } from '../id-here.ts';
import type { ImportDeps } from './deps.ts';
import { importedId, readImported, rememberImported, type Imported } from './known.ts';
import { takeMedia, type MediaCount } from './media.ts';
import type { TheirPost } from './read-api.ts';

/** A channel of theirs as posts find it here. */
export interface ChannelHere {
  readonly id: string;
  readonly network: string;
}

/** The parts of a post that lists do not show: its parts with their media, its error. */
export type PostDetail = Readonly<Record<string, unknown>>;

/** The posts that are read, with what it takes to write them. */
export interface PostSource {
  channelOf(theirId: string): ChannelHere | undefined;
  /** Null where the other instance does not show it; undefined when the post is gone meanwhile. */
  detailOf(post: TheirPost): Promise<PostDetail | null | undefined>;
  readonly media: MediaCount;
}

/** The result for some posts. */
export interface WrittenPosts {
  readonly imported: readonly { readonly state: string; readonly waits: boolean }[];
  readonly changed: number;
  readonly same: number;
  readonly problems: readonly { readonly post: string; readonly problem: string }[];
}

/** What people read of the source in texts. */
const FROM = 'The other instance';

/** Changes when the same post is mapped otherwise. */
const MAPPING = '1';
/** A digest of a listed post, without what belongs to the moment of the request. */
const digestOf = ({ raw, date, everyDays, state, tags }: TheirPost): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        MAPPING,
        state,
        date.toISOString(),
        everyDays,
        tags,
        ...['status', 'content', 'settings', 'releaseURL', 'releaseId', 'group'].map(
          (key) => raw[key] ?? null,
        ),
      ]),
    )
    .digest('base64url');

/** Writes posts in one transaction; files are fetched before it. */
export async function importPosts(
  deps: ImportDeps,
  source: PostSource,
  posts: readonly TheirPost[],
): Promise<WrittenPosts> {
  const { sourceId, context } = deps;
  const known = await readImported(
    context.database,
    { sourceId, kind: 'post' },
    posts.map(({ key }) => key),
  );
  const problems: { post: string; problem: string }[] = [];
  const changed = posts.filter((post) => known.get(post.key)?.digest !== digestOf(post));
  const prepared: Prepared[] = [];
  for (const post of changed) {
    const channel = source.channelOf(post.channel);
    if (!channel) problems.push({ post: post.id, problem: 'its channel is not listed, or was removed here' });
    else {
      const detail = await source.detailOf(post);
      if (detail !== undefined) prepared.push(await prepare(deps, source, { post, channel, detail }));
    }
  }
  const kept = await write(deps, prepared, known);
  for (const { post, problem } of prepared) if (problem) problems.push({ post: post.id, problem });
  for (const { post } of prepared) {
    // The coming date of a series moves on there each time that one is published.
    if (kept.has(post.key) && post.key === post.id && known.get(post.key)?.digest !== LOOK_AGAIN) {
      problems.push({
        post: post.id,
        problem: `it has changed both here and there; here it stays as it is (there: ${post.state})`,
      });
    }
  }
  const written = prepared.filter(({ post }) => !kept.has(post.key));
  const fresh = written.filter(({ post }) => !known.has(post.key));
  return {
    imported: fresh.map(({ post, waits }) => ({ state: post.state, waits })),
    changed: written.length - fresh.length,
    same: posts.length - changed.length,
    problems,
  };
}

interface Prepared {
  readonly post: TheirPost;
  readonly mapped: MappedPost;
  readonly waits: boolean;
  readonly problem: string | null;
  /** A file of it could not be fetched: the next run looks again. */
  readonly isIncomplete: boolean;
}

async function prepare(
  deps: ImportDeps,
  source: PostSource,
  input: { post: TheirPost; channel: ChannelHere; detail: PostDetail | null },
): Promise<Prepared> {
  const { post, channel, detail } = input;
  const before = source.media.missing.length;
  const parts = detail && Array.isArray(detail.items) ? detail.items.filter(isRecord) : [];
  const rows: SourceRow[] = [];
  for (const [position, part] of (parts.length ? parts : [post.raw]).entries()) {
    const image = await takeMedia(deps, { post: post.id, list: part.image, count: source.media });
    rows.push({
      ...rowOf(deps, input, { part, position }),
      id: `${post.key}:${position}`,
      image: JSON.stringify(image),
    });
  }
  const settings = await settingsOf(deps, source, { post, network: channel.network });
  const [row = {}, ...more] = rows;
  const mapped = await mapPost(
    { sourceId: deps.sourceId, networkOf: () => deps.context.providers.get(channel.network), from: FROM },
    { id: recordOf(post.key), row: { ...row, settings }, parts: more },
  );
  const missing = source.media.missing.length - before;
  const problems = [
    ...(missing
      ? [`came without ${missing === 1 ? 'a file' : `${missing} files`} that could not be fetched`]
      : []),
    ...(mapped.problem ? [mapped.problem] : []),
  ];
  return {
    post,
    mapped,
    waits: post.state === 'QUEUE',
    problem: problems.length ? problems.join('; ') : null,
    isIncomplete: missing > 0,
  };
}

/** Never a UUID, which would be taken over as it is, and may belong to another organisation here. */
const recordOf = (key: string): string => `their:${key}`;

/** A part of a post as a row of the old database would have it: what is mapped there is mapped here. */
function rowOf(
  { organizationId, sourceId, now }: ImportDeps,
  { post, channel, detail }: { post: TheirPost; channel: ChannelHere; detail: PostDetail | null },
  { part, position }: { part: Readonly<Record<string, unknown>>; position: number },
): SourceRow {
  const date = post.date.toISOString();
  const group = textOf(post.raw.group);
  // The post itself has the place of its first part.
  const released = position === 0 ? { ...part, ...pickReleased(post.raw) } : part;
  const error = detail && isRecord(detail.error) ? textOf(detail.error.message) : '';
  return {
    organizationId,
    integrationId: channel.id,
    group: group && importedId(sourceId, 'group', group),
    // What waits there is sent there: here it is a draft.
    state: stateOf(post, part),
    content: textOf(part.content).replaceAll(
      /\(post:([\w-]{1,240})\)/g,
      (_, id: string) => `(post:${idHere(sourceId, 'post', recordOf(id))})`,
    ),
    publishDate: date,
    releaseId: released.releaseId ?? null,
    releaseURL: released.releaseURL ?? null,
    intervalInDays: post.everyDays,
    delay: part.delay ?? 0,
    error: error || null,
    createdAt: textOf(detail?.createdAt) || now.toISOString(),
    updatedAt: now.toISOString(),
    deletedAt: null,
  };
}

const pickReleased = ({ releaseId, releaseURL }: Readonly<Record<string, unknown>>): object => ({
  ...(releaseId ? { releaseId } : {}),
  ...(releaseURL ? { releaseURL } : {}),
});

/** The state of a part: in a thread that was published in part, each shows whether it was. */
function stateOf({ state, raw }: TheirPost, part: Readonly<Record<string, unknown>>): string {
  if (state === 'QUEUE') return 'DRAFT';
  if (state === 'ERROR' && part !== raw && textOf(part.publishedAt)) return 'PUBLISHED';
  return state;
}

/** Settings as JSON, in which files are those that are here now. */
async function settingsOf(
  deps: ImportDeps,
  source: PostSource,
  { post, network }: { post: TheirPost; network: string },
): Promise<string | null> {
  const raw = post.raw.settings;
  const { value } = isRecord(raw) ? { value: raw } : jsonOf(raw);
  if (!isRecord(value)) return typeof raw === 'string' ? raw : null;
  const provider = deps.context.providers.get(network);
  let settings: Record<string, unknown> = { ...value };
  for (const [name, file] of provider ? namedMedia(provider, value) : []) {
    const [taken] = await takeMedia(deps, { post: post.id, list: [file], count: source.media });
    settings = withNamedMedia(settings, [[name, taken]]);
  }
  return JSON.stringify(settings);
}

// Posts that were edited, scheduled, retried or deleted here belong to the person now.
const UNTOUCHED = `select p.id from post p join post_group g on g.id = p.post_group_id
  where p.id in (select value::uuid from jsonb_array_elements_text(?::jsonb))
    and p.state in ('draft', 'published', 'partly_published', 'failed') and p.revision = 1
    and p.deleted_at is null and g.run_store_id is null
    and not exists (select 1 from post_item i join publish_attempt a on a.post_item_id = i.id where i.post_id = p.id)
  for update of p`;

/** @returns the keys of posts that were left as they are here */
async function write(
  { context, sourceId, organizationId }: ImportDeps,
  prepared: readonly Prepared[],
  known: ReadonlyMap<string, Imported>,
): Promise<Set<string>> {
  if (!prepared.length) return new Set();
  return context.database.fork().transactional(async (tx) => {
    const tagIds = await writeTags(
      tx,
      organizationId,
      prepared.flatMap(({ post }) => post.tags),
    );
    const again = prepared.filter(({ post }) => known.has(post.key)).map(({ mapped }) => mapped.post.id);
    const rows = await tx.execute<{ id: string }[]>(UNTOUCHED, [JSON.stringify(again)]);
    const untouched = new Set<unknown>(rows.map(({ id }) => id));
    const isKept = ({ post, mapped }: Prepared): boolean =>
      known.has(post.key) && !untouched.has(mapped.post.id);
    await writePosts(
      tx,
      prepared
        .filter((one) => !isKept(one))
        .map(({ post, mapped }) => ({
          ...mapped,
          tagIds: post.tags.flatMap(({ name }) => tagIds.get(name) ?? []),
        })),
      'import',
    );
    await rememberImported(
      tx,
      { sourceId, kind: 'post' },
      prepared.map((one) => rememberedOf(one, known.get(one.post.key))),
    );
    return new Set(prepared.filter(isKept).map(({ post }) => post.key));
  });
}

function rememberedOf(
  { post, mapped, problem, isIncomplete }: Prepared,
  before: Imported | undefined,
): Imported {
  return {
    theirId: post.key,
    id: String(mapped.post.id),
    digest: isIncomplete ? LOOK_AGAIN : digestOf(post),
    // A person who makes it a draft there, so that it is not sent twice, still wants it to be sent.
    waits: post.state === 'QUEUE' || (post.state === 'DRAFT' && before?.waits === true),
    problem,
  };
}

const DEFAULT_COLOR = '#4c6ef5';

/** Tags by their names, those that are here already included. */
async function writeTags(
  tx: EntityManager,
  organizationId: string,
  tags: TheirPost['tags'],
): Promise<ReadonlyMap<string, string>> {
  const colors = new Map(tags.map(({ name, color }) => [name, color]));
  const rows = await tx.execute<{ id: string; name: string }[]>(
    `insert into tag (organization_id, name, color)
      select ?, n.name, n.color from jsonb_to_recordset(?::jsonb) as n(name text, color text) order by n.name
      on conflict (organization_id, name) do update set name = excluded.name returning id, name`,
    [
      organizationId,
      JSON.stringify(
        [...colors].map(([name, color]) => ({
          name,
          color: /^#[0-9a-f]{6}$/i.test(color) ? color.toLowerCase() : DEFAULT_COLOR,
        })),
      ),
    ],
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}
