/** A post of v1, with the parts of its thread, as Crier stores it. */
import { checkSettings } from '../../../providers/_kit/check-settings.ts';
import type { Network } from '../../../providers/_kit/contract.ts';
import { namedMedia } from '../../../providers/_kit/settings-media.ts';
import { cleanEscaped } from '../../platform/clean-html.ts';
import { isUuid } from '../../platform/ids.ts';
import { ApiError } from '../../platform/errors.ts';
import { webUrl } from '../../platform/web-url.ts';
import { idHere } from '../id-here.ts';
import type { SourceRecord } from '../source/read-batch.ts';
import type { SourceRow } from '../source/open-source.ts';
import { mediaOf, noteSettingsMedia } from './post-media.ts';
import { errorOf } from './post-error.ts';
import {
  valueWithOurNames,
  withOurNames,
  type MissingFile,
  type Noted,
  type References,
} from './references.ts';
import { createdOf, isRecord, jsonOf, shortOf, textOf, timeOf } from './values.ts';

export interface PostDeps {
  readonly sourceId: string;
  /** The network of a channel by its id here; undefined for one that Crier does not have. */
  readonly networkOf: (channelId: string) => Network | undefined;
  /** What the posts of this organisation refer to; without it, names stay as they are. */
  readonly references?: References;
  /** What the source is called in texts; default: v1. */
  readonly from?: string;
  /**
   * Whether the source counts the days of a series from when its post was saved, not from its date (v2.12.0
   * and later: post.workflow, `startTime`). The last date that it has sent is then that of the row's last
   * change (posts.repository.ts, `updatePost`).
   */
  readonly countsFromSaved?: boolean;
  /** Ids in v1 of posts whose run was asked to send when it was ended: they may be published. */
  readonly mayBePublished?: ReadonlySet<string>;
}

/** The rows of one post, by the names of their columns. `problem`: what was not copied. */
export interface MappedPost {
  readonly group: Readonly<Record<string, unknown>>;
  readonly post: Readonly<Record<string, unknown>>;
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly tagIds: readonly string[];
  readonly problem: string | null;
  /** A file of it is not here yet, and may be by the next pass. */
  readonly waits: boolean;
  /** The files that are not here, of a post that is still to be sent. */
  readonly missing: readonly MissingFile[];
}

type State = 'draft' | 'scheduled' | 'published' | 'partly_published' | 'failed';

const STATES: Readonly<Record<string, State>> = {
  DRAFT: 'draft',
  QUEUE: 'scheduled',
  PUBLISHED: 'published',
  ERROR: 'failed',
};
const V1 = 'v1';
const GIVEN_UP = 'was repeated, and v1 had given that up after a failure: it stays ended';
const FAILED_THERE = { v1: 'published_by_v1', elsewhere: 'published_elsewhere' } as const;
/**
 * `deletedAt` of what was stopped in v1. Its jobs and runs read the row with `deletedAt: null` before they
 * send, and so do its repairs, in every release (v1.0.0, v2.11.3, v2.12.0, v2.23.0: `posts.repository.ts`,
 * getPost); `state` is tested by none of them. No post was ever deleted at this time, so that it can be
 * taken back.
 */
export const STOPPED_AT = '2000-01-01T00:00:00.038';
/** As releases before this one stopped it. */
export const STOPPED_AS_DRAFT = 'Crier publishes this post now';
const isStoppedDraft = (row: SourceRow): boolean => row.state === 'DRAFT' && row.error === STOPPED_AS_DRAFT;
const isStopped = (row: SourceRow): boolean => row.deletedAt === STOPPED_AT;
/** Whether v1 has it still: what was stopped there is not deleted. */
export const isInV1 = (row: SourceRow): boolean => row.deletedAt === null || isStopped(row);
/** The same as an SQL condition on v1's table; `column`: its `deletedAt`. */
export const inV1 = (column = '"deletedAt"'): string => `(${column} is null or ${column} = '${STOPPED_AT}')`;
/** What a run of v1 (v2.21.8 and later) writes at a post that it finds deleted: it has sent nothing. */
export const FOUND_DELETED = 'No Post';
/** What such a run writes at a post that does not wait, in the place of what was said there. */
const NOT_WAITING = 'Already posted';
/**
 * What a rollback writes at a post whose run was asked to send and noted nothing; here it waits for a look.
 */
export const SENT_UNNOTED =
  'Crier stopped v1 while it was sending this post, which may be published: look at the account before it is sent again';

/** The same for a later date of a series, whose row is about the one before. */
export const DATE_UNNOTED =
  'Crier stopped v1 while it was sending a date of this series, which may be published: look at the account. Save the post again to go on with the series';

function stateInV1(row: SourceRow, { mayBePublished }: Pick<PostDeps, 'mayBePublished'>): string {
  if (isStoppedDraft(row) || (row.state === 'ERROR' && row.error === SENT_UNNOTED)) return 'QUEUE';
  const isOverwritten = row.error === NOT_WAITING && !textOf(row.releaseId);
  if (row.state === 'ERROR' && isOverwritten && mayBePublished?.has(textOf(row.id))) return 'QUEUE';
  if (!isStopped(row) || row.state !== 'ERROR' || row.error !== FOUND_DELETED) return String(row.state);
  return textOf(row.releaseId) ? 'PUBLISHED' : 'QUEUE';
}

/** Maps a post. Only the part that could not be copied is missing, and `problem` names it. */
export async function mapPost(
  deps: PostDeps,
  { id, row: first, parts = [], tags = [] }: SourceRecord,
): Promise<MappedPost> {
  const { sourceId, from = V1 } = deps;
  const row: SourceRow = { ...first, state: stateInV1(first, deps) };
  const rows = [row, ...parts.filter(isInV1).map((part) => ({ ...part, state: stateInV1(part, deps) }))];
  const problems: string[] = [];
  const noted: Noted = { problems, missing: [], waits: false };
  const organizationId = idHere(sourceId, 'organization', String(row.organizationId));
  const channelId = idHere(sourceId, 'integration', String(row.integrationId));
  const postId = idHere(sourceId, 'post', id);
  const state = stateOf(rows.map((part) => (released(part) ? { ...part, state: 'PUBLISHED' } : part)));
  const publishAt = timeOf(row.publishDate) ?? createdOf(row);
  const group = textOf(row.group);
  const items = await Promise.all(
    rows.map((part, position) => itemOf(deps, part, { postId, position, noted })),
  );
  const everyDays = daysOf(row);
  if (everyDays && row.state === 'ERROR') problems.push(GIVEN_UP);
  const lastSent = (everyDays && deps.countsFromSaved ? timeOf(row.updatedAt) : null) ?? publishAt;
  const settings = settingsOf(deps, { row, state, noted, network: deps.networkOf(channelId) });
  const isSentYet = state === 'scheduled' || (everyDays !== null && row.state !== 'ERROR');
  const missing = isSentYet ? noted.missing : [];
  for (const { file } of missing) problems.push(`needs a file that is not here: ${file}`);
  const failed =
    rows.find(({ state: partState }) => partState === 'ERROR') ??
    (state === 'partly_published' ? row : undefined);
  return {
    group: {
      id: postId,
      organization_id: organizationId,
      creation_method: ['API', 'CLI', 'WEB'].includes(String(row.creationMethod))
        ? row.creationMethod
        : 'API',
      created_at: createdOf(row),
    },
    post: {
      id: postId,
      post_group_id: postId,
      organization_id: organizationId,
      integration_id: channelId,
      public_group: isUuid(group) ? group.toLowerCase() : idHere(sourceId, 'post', `group:${group}`),
      own_group: isUuid(group) || group === '' ? null : shortOf(group, 500),
      state,
      publish_at: publishAt,
      settings,
      interval_days: row.state === 'ERROR' ? null : everyDays,
      short_link: false,
      revision: 1,
      release_id: released(row) ? textOf(row.releaseId) || null : null,
      release_url: released(row) ? webUrl(textOf(row.releaseURL)) : null,
      error_code: failed && state !== 'published' ? FAILED_THERE[from === V1 ? 'v1' : 'elsewhere'] : null,
      error: failed && state !== 'published' ? messageOf(failed, from) : null,
      published_at: released(row) ? lastSent : null,
      created_at: createdOf(row),
      updated_at: timeOf(row.updatedAt) ?? createdOf(row),
      deleted_at: isInV1(row) ? null : timeOf(row.deletedAt),
    },
    items,
    tagIds: tags.map((tag) => idHere(sourceId, 'tag', tag)),
    problem: problems.length ? [...new Set(problems)].join('; ') : null,
    waits: noted.waits,
    missing,
  };
}

/**
 * v1 writes the URL of a part when it is published, and then the state; a later failure (of a comment, of the
 * next date of a series) makes the first part an ERROR that keeps its URL (v1.65.7, v2.11.3:
 * posts.service.ts, `post`; v2.12.0, v2.23.0: post.workflow, `changeState(postsList[0].id …)`).
 */
const released = (row: SourceRow): boolean =>
  row.state === 'PUBLISHED' || (row.state === 'ERROR' && Boolean(textOf(row.releaseId)));

/**
 * Days between two dates of a series; null for none. One in ERROR was given up: what failed is not begun
 * again (v2.11.3: posts.service.ts, `post`, whose `catch` adds no job; v2.12.0, v2.23.0: post.workflow,
 * which returns before `repeat-post`; their repairs look for QUEUE alone). Here any post with an interval
 * would go on.
 */
const daysOf = ({ intervalInDays }: SourceRow): number | null =>
  typeof intervalInDays === 'number' && intervalInDays > 0 ? intervalInDays : null;

/** v1 gives each part its own state; the first decides, unless it is published and a later one is not. */
function stateOf([first, ...others]: readonly SourceRow[]): State {
  const state = STATES[String(first?.state)] ?? 'draft';
  return state === 'published' && others.some((part) => !released(part)) ? 'partly_published' : state;
}

const messageOf = (row: SourceRow, from: string): string =>
  row.state === 'PUBLISHED' ? `${from} published only the first parts of it` : errorOf(row, from);

function settingsOf(
  { references }: PostDeps,
  { row, state, noted, network }: { row: SourceRow; state: State; noted: Noted; network?: Network },
): Record<string, unknown> {
  const { problems } = noted;
  const { value, broken } = jsonOf(row.settings);
  if (broken) problems.push('its settings could not be read');
  const theirs = isRecord(value) ? value : {};
  const kept = references ? valueWithOurNames(references, theirs, noted) : theirs;
  if (references && network) noteSettingsMedia(references, namedMedia(network, theirs), noted);
  if (!network) {
    if (state === 'scheduled') problems.push('Crier does not have its network');
    return kept;
  }
  const checked = checkSettings(
    network,
    { ...kept, __type: network.identifier },
    { draft: state !== 'scheduled' },
  );
  if (checked.ok) return checked.settings;
  if (state === 'scheduled') {
    const [issue] = checked.issues;
    problems.push(`${issue?.path ?? 'settings'} ${issue?.message ?? 'is not valid'}`);
  }
  return { ...kept, __type: network.identifier };
}

async function itemOf(
  deps: PostDeps,
  row: SourceRow,
  { postId, position, noted }: { postId: string; position: number; noted: Noted },
): Promise<Record<string, unknown>> {
  return {
    id: idHere(deps.sourceId, 'post_item', String(row.id)),
    post_id: postId,
    position,
    content: await contentOf(deps, row, noted),
    media: mediaOf(deps, row, noted),
    delay_minutes: position > 0 && typeof row.delay === 'number' && row.delay > 0 ? row.delay : 0,
    release_id: released(row) ? textOf(row.releaseId) || null : null,
    release_url: released(row) ? webUrl(textOf(row.releaseURL)) : null,
    published_at: released(row) ? (timeOf(row.publishDate) ?? createdOf(row)) : null,
  };
}

/**
 * The first releases stored text, later ones HTML, or text with entities: without what a post may not have.
 */
async function contentOf({ references }: PostDeps, row: SourceRow, noted: Noted): Promise<string> {
  const theirs = textOf(row.content);
  const text = references ? withOurNames(references, theirs, noted) : theirs;
  try {
    return await cleanEscaped(text, 'content');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    noted.problems.push('its text has too much markup, and came without any');
    return text.replaceAll(/<[^<>]*>/g, ' ');
  }
}
