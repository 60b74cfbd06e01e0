/** What the composer begins with: nothing, a draft, a post to change, or a copy of a post. */
import { answerOf } from '../../api/answer-of.ts';
import { http, isApiError, type Answer, type Schemas } from '../../api/client.ts';
import { look, type Scope, type Selected } from '../../components/series/change-series.ts';
import { toPlainText } from '../../../../providers/_kit/stored-text.ts';
import {
  newState,
  type ComposerState,
  type Formatted,
  type Part,
  type UploadedFile,
} from './composer-state.ts';
import type { Coming } from './tools/maybe-change.ts';
import { savesOf } from './saves-under-way.ts';
import { toFile } from './uploaded-file.ts';

/** By what the composer is opened; at most one id. */
export interface Source {
  readonly compositionId?: string | undefined;
  /** A post to change. */
  readonly postId?: string | undefined;
  /** Which other posts of its series change with it: a `Scope`. */
  readonly scope?: string | undefined;
  /** A post to copy. */
  readonly copyId?: string | undefined;
  /** Of a new post; or, with a post of a series, which of its dates is meant. */
  readonly date?: string | undefined;
  readonly channelId?: string | undefined;
  /** Whether the date of a new post is a free posting time. */
  readonly free?: boolean | undefined;
}

/** A post that is being changed, as it was read. */
export interface EditedPost {
  readonly id: string;
  /** A coming date of a series: the post is made when the change is saved. */
  readonly coming?: Coming | undefined;
  readonly revision: number;
  readonly status: Schemas['PostDetail']['status'];
  readonly shortLink: boolean;
  /** ISO 8601: when it was to be published. */
  readonly date: string;
  /** The rule by which it is repeated. */
  readonly repeat: string | null;
  /** Whether that may change: not where the next post of its series exists. */
  readonly mayRepeat: boolean;
  /** Which other posts of its series change with it; null = none. */
  readonly scope: Exclude<Scope, 'this'> | null;
  /** Those posts: their texts change. */
  readonly also: readonly { readonly id: string; readonly revision: number }[];
}

/** Why a post that was being changed waits no more. */
export type Gone = 'published' | 'deleted' | 'over';

export interface Opened {
  readonly state: ComposerState;
  readonly post: EditedPost | null;
  /** Of a change whose post is gone: what is written would be a new post. */
  readonly gone?: Gone;
}

/** @throws the API's error */
export async function openState(source: Source): Promise<Opened> {
  const { compositionId, postId, copyId, channelId, scope } = source;
  const date = validDate(source.date);
  if (compositionId) return openDraft(await readDraft(compositionId));
  if (postId) {
    const others = scope === 'following' || scope === 'all' ? scope : null;
    return openPost({ id: postId, scope: others, date });
  }
  const id = crypto.randomUUID();
  if (copyId) {
    const { state } = await readPost({ id: copyId });
    const { edits: _, ...document } = state.document;
    const when = { kind: 'slot', date: null } as const;
    const copied = { ...document, when, repeat: null };
    return { state: { ...state, id, document: copied, version: 1 }, post: null };
  }
  const channels = channelId ? [channelId] : [];
  const when = { date, onlyFree: source.free };
  const state = newState(id, { part: crypto.randomUUID(), channels, ...when });
  return { state, post: null };
}

/** A date in a URL may be anything. */
const validDate = (date: string | undefined): string | null =>
  date && Number.isFinite(Date.parse(date)) ? new Date(date).toISOString() : null;

/** Which post, or which date of its series, and which others change with it. */
interface Asked {
  readonly id: string;
  readonly scope?: EditedPost['scope'];
  readonly date?: string | null;
}

/** A post, with the person's own change of it that was not saved yet. */
async function openPost(asked: Asked): Promise<Opened> {
  const reading = readPost(asked);
  // Whether it is there is asked below.
  const edited = await (asked.date ? reading : null)?.then(
    ({ post }) => post?.id,
    () => undefined,
  );
  reading.catch(() => undefined);
  const query = { edits: edited ?? asked.id };
  const { compositions } = await answerOf(http.GET('/compositions', { params: { query } }));
  const kept = compositions[0];
  return kept ? openDraft(await readDraft(kept.id), reading) : reading;
}

/**
 * A draft. One that changes a post does so while the post waits, and is a new post's afterwards.
 *
 * @param reading the post, with the scope that the person asks for now; default: that of the draft
 */
async function openDraft(state: ComposerState, reading?: Promise<Opened>): Promise<Opened> {
  const { edits } = state.document;
  if (!edits) return { state, post: null };
  const { post: id, coming, scope } = edits;
  const asked = { id: coming?.post ?? id, scope, date: coming?.date ?? null };
  const found = await (reading ?? readPost(asked)).catch(reasonOf);
  if (typeof found === 'string') return { state, post: null, gone: found };
  const { post } = found;
  if (!post) return { state, post };
  if (WAITING.has(post.status)) return continued(state, { post, formatted: found.state.formatted });
  return { state, post: null, gone: endOf(post.status) };
}

const ENDS = new Map<EditedPost['status'], Gone>([
  ['published', 'published'],
  ['cancelled', 'deleted'],
]);

const endOf = (status: EditedPost['status']): Gone => ENDS.get(status) ?? 'over';

/** The post that was being changed waits no more, so this change was refused. */
export class PostGone extends Error {
  readonly gone: Gone;
  /** The post, where it can still be seen. */
  readonly post: string | null;
  constructor(gone: Gone, post: string | null) {
    super('The post waits no more');
    this.gone = gone;
    this.post = post;
  }
}

/** A refusal of a change, as `PostGone` where the post's end is why. */
export async function asGone(problem: unknown, { id, coming }: EditedPost): Promise<unknown> {
  if (!isApiError(problem)) return problem;
  if (problem.code === 'post_not_found') return new PostGone('deleted', null);
  if (problem.code !== 'post_locked') return problem;
  const now = await detailOf(coming?.post ?? id).catch(() => null);
  return now && !WAITING.has(now.status) ? new PostGone(endOf(now.status), now.id) : problem;
}

const WAITING = new Set<EditedPost['status']>(['draft', 'scheduled']);

/** Any other refusal says nothing about the post: taken for its end, it would be published twice. */
function reasonOf(problem: unknown): Gone {
  if (problem instanceof NoSuchDate) return 'deleted';
  if (!isApiError(problem)) throw problem;
  if (['post_not_found', 'invalid_date'].includes(problem.code)) return 'deleted';
  if (problem.code === 'post_locked') return 'over';
  throw problem;
}

/**
 * A change that was kept, with its post as it is now. Revisions stay those that its writer has seen; what the
 * writer left as it was is as the post has it now, so that saving does not take it back.
 */
function continued(kept: ComposerState, now: { post: EditedPost; formatted: Formatted }): Opened {
  const { document, version } = kept;
  const { edits, when } = document;
  if (!edits) return { state: kept, post: null };
  const { date, repeat, shortLink, scope } = now.post;
  const { base, revision } = edits;
  const coming = now.post.coming && {
    ...now.post.coming,
    revision: edits.coming?.revision ?? now.post.coming.revision,
  };
  const seen = new Map(edits.also?.map((one) => [one.id, one.revision]));
  const also = now.post.also.map((one) => ({ ...one, revision: seen.get(one.id) ?? one.revision }));
  const state = {
    ...kept,
    formatted: now.formatted,
    document: {
      ...document,
      when: base && when.date === base.date ? { ...when, date } : when,
      repeat: base && (document.repeat ?? null) === base.repeat ? repeat : document.repeat,
      shortLink: base && document.shortLink === base.shortLink ? shortLink : document.shortLink,
      edits: {
        post: edits.post,
        ...(coming && { coming }),
        revision,
        scope,
        base: { date, repeat, shortLink },
        also,
      },
    },
    version: scope === edits.scope ? version : version + 1,
  };
  return { state, post: { ...now.post, coming, revision, also } };
}

async function readDraft(id: string): Promise<ComposerState> {
  await savesOf(id);
  return fromComposition(await answerOf(http.GET('/compositions/{id}', { params: { path: { id } } })));
}

/** A draft as the server has it. */
export function fromComposition(found: Answer<'getComposition'>): ComposerState {
  const { id, document, revision, updatedAt, media } = found;
  return {
    id,
    document: document as unknown as ComposerState['document'],
    files: filesOf(media.map(toFile)),
    formatted: {},
    scope: null,
    saved: { revision, at: updatedAt },
    version: 0,
    savedVersion: 0,
  };
}

const filesOf = (files: readonly UploadedFile[]): Record<string, UploadedFile> =>
  Object.fromEntries(files.map((file) => [file.id, file]));

/** The date of the series is deleted. */
class NoSuchDate extends Error {}

type Detail = Answer<'getPost'>;
const detailOf = (id: string): Promise<Detail> =>
  answerOf(http.GET('/posts/{id}', { params: { path: { id } } }));

/** A post, or the one that a coming date gets: until then it is as the post that stands for it. */
async function readDetail(id: string, chosen: Selected[number] | undefined) {
  if (!chosen) return { data: await detailOf(id) };
  const own = await detailOf(chosen.id).catch((problem: unknown) => {
    if (chosen.id === id || !isApiError(problem) || problem.code !== 'post_not_found') throw problem;
    return null;
  });
  if (own) return { data: own };
  const data = await detailOf(id);
  const coming = { post: id, date: chosen.publishDate, revision: data.revision };
  const { repeat, revision, status, publishDate } = chosen;
  return { coming, data: { ...data, id: chosen.id, repeat, revision, status, publishDate } };
}

async function readPost({ id, scope = null, date = null }: Asked): Promise<Opened> {
  const isComing = date !== null;
  const posts = scope || isComing ? await look({ id, date: date ?? '', isComing }, scope ?? 'this') : [];
  if (isComing && posts.length === 0) throw new NoSuchDate();
  const { data, coming } = await readDetail(id, isComing ? posts[0] : undefined);
  const { publishDate, repeat, shortLink, revision } = data;
  const also = posts
    .filter((one) => one.id !== data.id)
    .map((one) => ({ id: one.id, revision: one.revision }));
  const parts = data.items.map((item): Part => ({
    id: item.id,
    text: toPlainText(item.content),
    media: item.image.flatMap(({ id: file, path: _, alt, ...thumbnail }) =>
      file ? [{ id: file, alt: alt ?? '', ...thumbnail }] : [],
    ),
    delaySeconds: Math.round(item.delay * 60),
  }));
  const files = data.items
    .flatMap(({ image }) => image)
    .flatMap((one) =>
      one.id ? [toFile({ id: one.id, path: one.path, name: one.path.split('/').at(-1) ?? '' })] : [],
    );
  const formatted: Formatted = Object.fromEntries(
    data.items.map((item, index) => [item.id, { text: parts[index]?.text ?? '', html: item.content }]),
  );
  const channel = data.integration.id;
  const begun = newState(crypto.randomUUID(), { part: '', channels: [channel], date: publishDate });
  return {
    state: {
      ...begun,
      document: {
        ...begun.document,
        parts: parts.length ? parts : begun.document.parts,
        settings: { [channel]: data.settings as Record<string, unknown> },
        tags: data.tags.map(({ tag }) => tag.name),
        shortLink,
        repeat,
        edits: {
          post: data.id,
          ...(coming && { coming }),
          revision,
          scope,
          base: { date: publishDate, repeat, shortLink },
          also,
        },
      },
      files: filesOf(files),
      formatted,
    },
    post: {
      id: data.id,
      coming,
      revision,
      status: data.status,
      shortLink,
      date: publishDate,
      repeat,
      mayRepeat: repeat !== null || !data.inSeries,
      scope,
      also,
    },
  };
}
