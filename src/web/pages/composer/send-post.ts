/** From a draft to posts. */
import { http, type Answer } from '../../api/client.ts';
import type { ComposerState } from './composer-state.ts';
import type { EditedPost } from './open-state.ts';
import { entriesOf, requestOf, valueOf } from './to-request.ts';

/** What became of it: the posts, and the date that was asked for; null = at once. */
export interface Sent {
  readonly posts: Answer<'createPost'>;
  readonly date: string | null;
}

/** A request whose answer may have been lost is repeated as it was, under the same key. */
export interface Attempt {
  readonly key: string;
  readonly body: ReturnType<typeof requestOf>;
}

/**
 * Makes the request for a draft that the server has completely. The key follows from the draft and its
 * revision: two windows, or a second click, publish once.
 *
 * @throws the API's error when no slot is free
 */
export async function attemptOf(
  state: ComposerState,
  networkOf: (channel: string) => string | undefined,
  before: Attempt | null,
): Promise<Attempt> {
  const { id, saved, document } = state;
  const key = `composition-${id}-${saved?.revision ?? 0}`;
  if (before?.key === key) return before;
  const now = saved?.at ?? new Date().toISOString();
  const [first] = document.channels;
  const date = document.when.kind === 'slot' && first ? await findSlot(first) : document.when.date;
  const planned = { ...document, when: { ...document.when, date } };
  return { key, body: requestOf(entriesOf(state, networkOf), { document: planned, now }) };
}

/** The next posting time of a channel that is free. @throws the API's error */
export async function findSlot(channel: string): Promise<string> {
  const { data, error } = await http.GET('/find-slot/{id}', { params: { path: { id: channel } } });
  if (!data) throw error;
  return data.date;
}

/** @throws the API's error */
export async function sendAttempt({ key, body }: Attempt): Promise<Sent> {
  // The generated types know no read-only lists.
  const { data, error } = await http.POST('/posts', {
    body: body as never,
    headers: { 'Idempotency-Key': key },
  });
  if (!data) throw error;
  return { posts: data, date: body.type === 'now' ? null : body.date };
}

/** Changes a post that waits. @throws the API's error, also when somebody has changed it since it was read */
export async function changePost(
  post: EditedPost,
  state: ComposerState,
  networkOf: (channel: string) => string | undefined,
): Promise<void> {
  const { document } = state;
  const [channel = ''] = document.channels;
  const body = {
    value: valueOf(document.parts, state),
    settings: { ...document.settings[channel], __type: networkOf(channel) },
    tags: document.tags.map((label) => ({ value: label, label })),
    ...(document.when.date ? { date: document.when.date } : {}),
  };
  const { error } = await http.PATCH('/posts/{id}', {
    params: { path: { id: post.id } },
    body: body as never,
    headers: { 'If-Match': `"${post.revision}"` },
  });
  if (error) throw error;
}
