/**
 * The change of a post that exists: reported as saved when it was, and never written over another person's.
 */
import { answerOf } from '../../api/answer-of.ts';
import { http, isApiError, withPatience, type Answer } from '../../api/client.ts';
import { isSame } from '../../api/same.ts';
import { asSignedIn } from '../../api/session.ts';
import type { ComposerState } from './composer-state.ts';
import type { EditedPost } from './open-state.ts';
import { valueOf } from './to-request.ts';

/** The body of PATCH /posts/{id}. */
export type Change = ReturnType<typeof changeOf>;

/** A post that is changed: what is known of it. */
export interface Known {
  readonly id: string;
  readonly revision: number;
  /** Changes whose answers were lost: while the post has one of them, nobody else has changed it. */
  readonly tried: Change[];
}

/** Another person changed the post since it was read, so this change was refused. */
export class ChangedMeanwhile extends Error {
  readonly post: string;
  /** What the post has now. */
  readonly revision: number;
  /** Whether the answer to an earlier try was lost: it may have been saved before the other change. */
  readonly isUnsure: boolean;
  constructor(found: Answer<'getPost'>, isUnsure: boolean) {
    super('The post was changed meanwhile');
    this.post = found.id;
    this.revision = found.revision;
    this.isUnsure = isUnsure;
  }
}

/** What is written, as a change of the post. */
export function changeOf(
  post: EditedPost,
  state: ComposerState,
  networkOf: (channel: string) => string | undefined,
) {
  const { document } = state;
  const { date } = document.when;
  const { shortLink, repeat = null } = document;
  const [channel = ''] = document.channels;
  return {
    value: valueOf(document.parts, state),
    settings: { ...document.settings[channel], __type: networkOf(channel) },
    tags: document.tags.map((label) => ({ value: label, label })),
    // The date that it has may have passed while its text was written.
    ...(date && date !== post.date ? { date } : {}),
    // The organisation may decide for all posts: what nobody has switched is not asked for.
    ...(shortLink !== undefined && shortLink !== post.shortLink ? { shortLink } : {}),
    ...(post.mayRepeat && repeat !== post.repeat ? { repeat } : {}),
  };
}

/**
 * Saves a change of a post that waits, if the post is as it was read. What a lost answer left open is looked
 * up: a change that the post has already was saved (RFC 9110, section 13.1.1, lets a server decide so too).
 *
 * @returns its new revision
 * @throws the API's error, `ChangedMeanwhile`, or what `isLost` knows
 */
export async function savePost({ id, revision, tried }: Known, change: Change): Promise<number> {
  try {
    return await patch(id, revision, change);
  } catch (problem) {
    const refusal = isApiError(problem) && problem.statusCode < 500 ? problem : null;
    if (refusal && refusal.code !== 'revision_mismatch') throw problem;
    if (!refusal) tried.push(change);
    const found = await readDetail(id);
    if (found.revision === revision) throw problem;
    if (has(found, change)) return found.revision;
    if (!tried.some((one) => has(found, one))) throw new ChangedMeanwhile(found, tried.length > 0);
    return patch(id, found.revision, change);
  }
}

async function patch(id: string, revision: number, change: Change): Promise<number> {
  const answer = await answerOf(
    withPatience((signal) =>
      asSignedIn(() =>
        http.PATCH('/posts/{id}', {
          params: { path: { id } },
          // The generated types know no read-only lists.
          body: change as never,
          headers: { 'If-Match': `"${revision}"` },
          signal,
        }),
      ),
    ),
  );
  return answer.revision;
}

export const readDetail = (id: string): Promise<Answer<'getPost'>> =>
  answerOf(withPatience((signal) => http.GET('/posts/{id}', { params: { path: { id } }, signal })));

/** Whether the post has everything that a change asks for. */
function has(post: Answer<'getPost'>, change: Change): boolean {
  const { value, settings, tags, shortLink, date, repeat } = change;
  const { __type, ...asked } = settings;
  const stored = post.settings as Record<string, unknown>;
  return (
    isSame(
      post.items.map((item) => [item.content, item.delay, item.image.map(mediaOf)]),
      value.map((item) => [item.content, item.delay ?? 0, item.image.map(mediaOf)]),
    ) &&
    Object.entries(asked).every(([field, one]) => isSame(stored[field], one)) &&
    isSame(post.tags.map(({ tag }) => tag.name).toSorted(), tags.map(({ value }) => value).toSorted()) &&
    (shortLink === undefined || post.shortLink === shortLink) &&
    (repeat === undefined || post.repeat === repeat) &&
    (!date || Date.parse(post.publishDate) === Date.parse(date))
  );
}

const mediaOf = ({ id, alt }: { readonly id?: string | null; readonly alt?: string | null }): unknown[] => [
  id,
  alt ?? '',
];
