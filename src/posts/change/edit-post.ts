/**
 * Edits a draft or a post that waits: date, text, parts, settings, tags. The result is checked like a new
 * post.
 */
import type { EntityManager } from '../../platform/database.ts';
import { PostEvent } from '../../platform/entities/delivery.ts';
import { Organization } from '../../platform/entities/organization.ts';
import { Post, PostItem, type PostRow } from '../../platform/entities/post.ts';
import { ApiError } from '../../platform/errors.ts';
import { assertNotPast, parseDate } from '../../platform/parse-date.ts';
import { writeRule } from '../../platform/repeat/repeat-rule.ts';
import { areShort } from '../../short-links/decide.ts';
import { lockMedia } from '../../uploads/lock-media.ts';
import { CHANGEABLE, assertOwnPost } from '../policy.ts';
import {
  changePost,
  changedMeanwhile,
  type ChangeDeps,
  type PostChange,
  type PostOf,
} from './change-post.ts';
import { editPostBody, type EditPostInput } from './edit-body.ts';
import { checkEntry, networkOf, type CheckDeps, type CheckedPart } from '../create/entries/check-entry.ts';
import { assertNoneIgnored } from '../../platform/never-ignored-fields.ts';
import { asNamed } from './as-named.ts';
import { tagNames } from '../create/post-body.ts';
import { changeRhythm } from '../series/change-rhythm.ts';
import { parseRepeat } from '../series/repeat-input.ts';
import { replaceTags } from './replace-tags.ts';
import { letGo } from '../decide/retry-post.ts';
import { untilCurrent } from './until-current.ts';
import { sentence } from '../../platform/sentences.ts';

/** An edit whose content was checked against the post as it was at `revision`. */
export interface PreparedEdit {
  readonly revision: number;
  readonly publishAt?: Date;
  readonly tags?: readonly string[];
  /** Whether its links become short. */
  readonly shortLink?: boolean;
  /** Days until it is repeated; null = never. */
  readonly intervalDays?: number | null;
  /** The rule that it is repeated by; null = none. */
  readonly repeatRule?: string | null;
  readonly prepared?: { readonly settings: Record<string, unknown>; readonly items?: CheckedPart[] };
}

/**
 * Edits a post. A missed post that gets a date is scheduled again.
 *
 * @throws ApiError `post_locked` once a worker has claimed it; `revision_mismatch`; `invalid_date`,
 * `invalid_content` and the other refusals of a new post
 */
export async function editPost(
  context: ChangeDeps & CheckDeps,
  ref: PostOf,
  input: EditPostInput,
): Promise<void> {
  assertEditable(input);
  const attempt = async (): Promise<void> => {
    const edit = await prepareEdit(context, ref, input);
    await changePost(
      context,
      { ...ref, revisions: edit.prepared ? checkedRevision(ref, edit.revision) : ref.revisions },
      editing(edit),
    );
  };
  return ref.revisions ? attempt() : untilCurrent(attempt);
}

/**
 * Refuses what no post could take.
 *
 * @throws ApiError `invalid_date`; `invalid_request` for a field that would limit the post
 */
export function assertEditable(input: EditPostInput): void {
  assertNoneIgnored(editPostBody, input);
  if (input.date !== undefined) parseDate(input.date);
  if (input.repeat) parseRepeat(input.repeat);
}

/**
 * The one revision for which a check holds.
 *
 * @throws ApiError `revision_mismatch` when the caller named others
 */
export function checkedRevision({ revisions }: PostOf, checked: number): readonly number[] {
  if (revisions && !revisions.includes(checked)) throw changedMeanwhile(checked);
  return [checked];
}

/** The change to the row that an edit makes. */
export function editing(edit: PreparedEdit): PostChange {
  const { publishAt, prepared, tags, shortLink, intervalDays } = edit;
  return {
    from: publishAt ? [...CHANGEABLE, 'missed'] : CHANGEABLE,
    async apply(tx, post, now) {
      if (publishAt && post.state !== 'draft') assertNotPast(publishAt, 'date', now);
      const isMoved = publishAt && publishAt.getTime() !== post.publishAt.getTime();
      await changeRhythm(tx, post, edit);
      if (publishAt) Object.assign(post, { publishAt, hold: null });
      if (post.state === 'missed') letGo(post, now);
      if (shortLink !== undefined) post.shortLink = shortLink;
      if (intervalDays !== undefined) {
        Object.assign(post, { intervalDays, ...(intervalDays && { repeatRule: null }) });
      }
      if (prepared) post.settings = prepared.settings;
      if (prepared?.items) await replaceItems(tx, post, prepared.items);
      if (tags) await replaceTags(tx, post, tags);
      // Clients send the date that the post has with every change of its text.
      if (isMoved) {
        tx.create(PostEvent, {
          post,
          at: now,
          kind: 'rescheduled',
          detail: { publishAt: publishAt.toISOString() },
        });
      }
      if (prepared) tx.create(PostEvent, { post, at: now, kind: 'edited' });
      return post.state === 'scheduled' ? 'sync' : 'none';
    },
  };
}

/**
 * Checks an edit against the post as it is now; nothing is changed yet.
 *
 * @param options.asDraft whether the post will be a draft; default: whether it is one
 * @param options.path where the post stands in the request, for the paths of the issues; default: `post`
 */
export async function prepareEdit(
  context: CheckDeps,
  ref: PostOf,
  input: EditPostInput,
  options: { asDraft?: boolean; path?: string } = {},
): Promise<PreparedEdit> {
  const { organizationId, postId } = ref;
  const post = await context.database
    .fork()
    .findOne(Post, { id: postId }, { populate: ['integration', 'items'] });
  assertOwnPost(organizationId, post, postId);
  const facts = {
    revision: post.revision,
    publishAt: input.date === undefined ? undefined : parseDate(input.date),
    tags: input.tags && tagNames(input.tags),
    ...(await changedLinks(context, post, input)),
    repeatRule: input.repeat === undefined ? undefined : input.repeat && writeRule(parseRepeat(input.repeat)),
  };
  const { content, value: parts, settings } = input;
  // A link that becomes longer may no longer fit.
  const touches = [content, parts, settings, facts.shortLink].some((value) => value !== undefined);
  if (!touches && options.asDraft === undefined) return facts;
  const stored = post.items
    .getItems()
    .map((item) => ({ content: item.content, image: asNamed(item.media), delay: item.delayMinutes }));
  const value =
    input.value ??
    stored.map((item, index) => (index === 0 ? { ...item, content: input.content ?? item.content } : item));
  const checked = await checkEntry(context, {
    organizationId,
    network: networkOf(context, post.integration.provider),
    channel: post.integration,
    value,
    settings: { ...post.settings, ...input.settings },
    shortLink: facts.shortLink ?? post.shortLink,
    draft: options.asDraft ?? post.state === 'draft',
    path: options.path ?? 'post',
  });
  return {
    ...facts,
    prepared: {
      settings: checked.settings,
      items: input.content === undefined && input.value === undefined ? undefined : checked.items,
    },
  };
}

/** A field that the request leaves out stays as it is. */
async function changedLinks(
  { database }: Pick<CheckDeps, 'database'>,
  post: { readonly organization: string; readonly integration: { readonly shortLinks: boolean } },
  { shortLink }: EditPostInput,
): Promise<{ shortLink?: boolean }> {
  if (shortLink === undefined) return {};
  const { shortLinks } = await database.fork().findOneOrFail(Organization, { id: post.organization });
  return { shortLink: areShort(post.integration.shortLinks ? shortLinks : 'never', shortLink) };
}

async function replaceItems(tx: EntityManager, post: PostRow, items: CheckedPart[]): Promise<void> {
  // A retried post may have parts that are published; new rows in their place would be published a second
  // time.
  if (await tx.count(PostItem, { post: post.id, publishedAt: { $ne: null } })) {
    throw new ApiError('post_locked', sentence('content_locked'));
  }
  await lockMedia(
    tx,
    items.flatMap(({ media }) =>
      media.flatMap(({ id, thumbnail }) => [id, ...(thumbnail ? [thumbnail.id] : [])]),
    ),
  );
  // Changed in place, because clients also name a post by the id of its first part, and so that a claim that
  // waits for this edit reads its result.
  const stored = await tx.find(PostItem, { post: post.id }, { orderBy: { position: 'asc' } });
  items.forEach((item, position) => {
    const part = stored[position];
    if (part) tx.assign(part, { ...item });
    else tx.create(PostItem, { post, position, ...item });
  });
  await tx.nativeDelete(PostItem, { post: post.id, position: { $gte: items.length } });
}
