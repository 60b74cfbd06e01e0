/**
 * Imports from another instance, over its Public API: channels, groups, tags, posts and their files. It only
 * reads. What was imported before is known by its id there, so that a second run takes the rest.
 */
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { assertPublishedHere } from '../../platform/assert-published-here.ts';
import type { Statement } from '../../platform/database.ts';
import { planChannels, writeChannels, type PlannedChannel } from './channels.ts';
import type { ChannelChoice } from './chosen-channels.ts';
import type { ImportDeps } from './deps.ts';
import { sourceOf } from './known.ts';
import type { MediaCount } from './media.ts';
import { openApi, type ApiAccess, type OtherApi } from './open-api.ts';
import { importPosts, type PostDetail, type PostSource } from './posts.ts';
import {
  readChannels,
  readGroups,
  readPosts,
  rangesOf,
  type Range,
  type TheirChannel,
  type TheirPost,
} from './read-api.ts';
import { scheduleWaiting } from './schedule.ts';

/** What the operator chose. */
export interface ImportOptions extends ApiAccess {
  readonly organizationId: string;
  /** Posts from this date on. */
  readonly since: Date;
  /** Reads, and writes nothing. */
  readonly dryRun: boolean;
  /** Waiting posts are scheduled: nothing sends them there any more. */
  readonly schedule: boolean;
  /** Channels there that are channels here, where names and handles do not show it. */
  readonly channels?: readonly ChannelChoice[];
}

/** The records that were not imported unchanged. */
export interface ImportProblem {
  /** The id of the post there. */
  readonly post: string;
  readonly problem: string;
}

/** What an import did, or would do. */
export interface ImportReport {
  readonly address: string;
  readonly requests: number;
  readonly dryRun: boolean;
  readonly channels: readonly PlannedChannel[];
  readonly groups: readonly string[];
  readonly posts: {
    readonly read: number;
    /** New here, by their state there. With a dry run: all that were read. */
    readonly byState: Readonly<Record<string, number>>;
    readonly imported: number;
    readonly changed: number;
    readonly same: number;
    readonly waiting: number;
  };
  /** Whether its API shows the parts of threads and the files of posts; null when no post was looked at. */
  readonly showsParts: boolean | null;
  readonly media: { readonly fetched: number; readonly missing: MediaCount['missing'] };
  readonly scheduled: number;
  /** Why nothing was scheduled although it was asked for. */
  readonly notScheduled: string | null;
  readonly problems: readonly ImportProblem[];
}

/** One transaction each. */
const BATCH = 25;

/**
 * Runs an import. Each batch of posts is one transaction, so it may be stopped anywhere and run again.
 *
 * @throws ApiError `invalid_request` for a wrong key, URL or organisation; `blocked_address`; `unavailable`,
 * `rate_limited` when the other instance ends it; `cutover_pending`, `organization_moved`, `quota_exceeded`,
 * `storage_full`
 */
export async function importFrom(context: Context, options: ImportOptions): Promise<ImportReport> {
  const { organizationId } = options;
  await assertPublishedHere(context.database, organizationId);
  const api = await openApi(context.egress, options);
  const theirs = readChannels(api.channels);
  const channelIds = theirs.map(({ id }) => id);
  await assertAnother(context, organizationId, channelIds);
  const sourceId = await sourceOf(context.database, { organizationId, base: api.base, channelIds });
  const now = await context.now();
  const deps = { context, organizationId, sourceId, base: api.base, now };
  const ranges = rangesOf(options.since, now);
  options.say(plannedRequests(api, ranges.length));
  const groups = await readGroups(api);
  const channels = await planChannels(deps, theirs, options.channels);
  if (!options.dryRun) await writeChannels(deps, channels, groups);
  return readAll(deps, { api, options, ranges, channels, groups });
}

const plannedRequests = ({ base }: OtherApi, years: number): string =>
  `${base}: ${years + 1} more requests for groups and posts, and one for each new post where its parts are shown`;

const OWN: Statement = {
  name: 'import-own',
  text: 'select 1 as yes from integration where organization_id = $1 and id::text = any($2) limit 1',
};

/** @throws ApiError `invalid_request` when the URL leads back to this organisation */
async function assertAnother(
  { database }: Context,
  organizationId: string,
  channelIds: readonly string[],
): Promise<void> {
  if (!(await database.query(OWN, [organizationId, channelIds])).length) return;
  throw new ApiError('invalid_request', {
    inEnglish: 'This URL and key lead to the organisation itself: give those of the other instance',
  });
}

interface Reading {
  readonly api: OtherApi;
  readonly options: ImportOptions;
  readonly ranges: readonly Range[];
  readonly channels: readonly PlannedChannel[];
  readonly groups: readonly string[];
}

async function readAll(deps: ImportDeps, reading: Reading): Promise<ImportReport> {
  const { api, options, channels, groups } = reading;
  const media: MediaCount = { fetched: 0, missing: [] };
  const details = detailsOf(api);
  const source: PostSource = { channelOf: finderOf(channels), detailOf: details.read, media };
  const problems: ImportProblem[] = [];
  const posts = {
    read: 0,
    byState: {} as Record<string, number>,
    imported: 0,
    changed: 0,
    same: 0,
    waiting: 0,
  };
  const seen = new Set<string>();
  for (const range of reading.ranges) {
    for await (const { posts: listed, unreadable } of readPosts(api, range, deps.now)) {
      problems.push(...unreadable.map(({ id, problem }) => ({ post: id, problem })));
      // A post that is repeated is listed for several ranges.
      const found = listed.filter(({ key }) => !seen.has(key));
      for (const { key } of found) seen.add(key);
      posts.read += found.length;
      if (options.dryRun) {
        count(
          posts,
          found.map(({ state }) => ({ state, waits: state === 'QUEUE' })),
        );
      }
      for (let from = 0; from < found.length && !options.dryRun; from += BATCH) {
        options.signal?.throwIfAborted();
        const written = await importPosts(deps, source, found.slice(from, from + BATCH));
        count(posts, written.imported);
        posts.imported += written.imported.length;
        posts.changed += written.changed;
        posts.same += written.same;
        problems.push(...written.problems);
        if (written.imported.length) options.say(`  posts imported: ${posts.imported}`);
      }
    }
  }
  const scheduled = await scheduledOf(deps, { options, seen, details });
  return {
    address: api.base,
    requests: api.requests(),
    dryRun: options.dryRun,
    channels,
    groups,
    posts,
    showsParts: details.shown(),
    media,
    scheduled: scheduled.scheduled,
    notScheduled: scheduled.notScheduled,
    problems: [...problems, ...scheduled.problems],
  };
}

function count(
  posts: { byState: Record<string, number>; waiting: number },
  found: readonly { state: string; waits: boolean }[],
): void {
  for (const { state, waits } of found) {
    posts.byState[state] = (posts.byState[state] ?? 0) + 1;
    if (waits) posts.waiting++;
  }
}

function finderOf(channels: readonly PlannedChannel[]): PostSource['channelOf'] {
  const byId = new Map(
    channels.flatMap(({ their, id, network }): [TheirChannel['id'], { id: string; network: string }][] =>
      id ? [[their.id, { id, network }]] : [],
    ),
  );
  return (theirId) => byId.get(theirId);
}

/** Only some instances show one post with its parts; the first answer shows which. */
function detailsOf(api: OtherApi): {
  read(post: Pick<TheirPost, 'id'>): Promise<PostDetail | null | undefined>;
  shown(): boolean | null;
} {
  const isGone = (body: unknown): boolean => (body as { code?: unknown } | null)?.code === 'post_not_found';
  let shown: boolean | null = null;
  return {
    shown: () => shown,
    async read({ id }) {
      if (shown === false) return null;
      const { status, body } = await api.get(`/posts/${encodeURIComponent(id)}`).catch((error: unknown) => {
        // A page instead of JSON, to a path that is not there.
        if (shown === null && error instanceof ApiError && error.code === 'invalid_request') {
          return { status: 404, body: null };
        }
        throw error;
      });
      const detail = body as { items?: unknown } | null;
      const isDetail = status === 200 && Array.isArray(detail?.items);
      if (isDetail) shown = true;
      else if (shown === null && !isGone(body)) shown = false;
      if (isDetail) return body as PostDetail;
      // Deleted since it was listed.
      return shown === false ? null : undefined;
    },
  };
}

const INCOMPLETE =
  'Nothing was scheduled: the API of the other instance shows neither the files nor the further parts of its posts, so they would be published without them. Complete the drafts here and schedule them, or move over with npm run migrate:v1, which reads its database';

async function scheduledOf(
  deps: ImportDeps,
  input: { options: ImportOptions; seen: ReadonlySet<string>; details: ReturnType<typeof detailsOf> },
): Promise<Pick<ImportReport, 'scheduled' | 'notScheduled' | 'problems'>> {
  const nothing = { scheduled: 0, notScheduled: null, problems: [] };
  const [first] = input.seen;
  if (!input.options.schedule || input.options.dryRun || !first) return nothing;
  if (input.details.shown() === null) await input.details.read({ id: first.replace(/ next$/, '') });
  if (!input.details.shown()) return { ...nothing, notScheduled: INCOMPLETE };
  return { ...(await scheduleWaiting(deps, [...input.seen])), notScheduled: null };
}
