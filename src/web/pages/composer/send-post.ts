/** From a draft to posts. */
import { answerOf } from '../../api/answer-of.ts';
import { http, isApiError, isLost, withPatience, type Answer } from '../../api/client.ts';
import { now as serverNow } from '../../api/server-clock.ts';
import { asSignedIn } from '../../api/session.ts';
import type { ComposerState } from './composer-state.ts';
import { entriesOf, requestOf } from './to-request.ts';

/** The result: the posts, and the date of the first; null = at once, or not known. */
export interface Sent {
  readonly posts: Answer<'createPost'>;
  readonly date: string | null;
  /** Whether each channel has the next free posting time of its own. */
  readonly queued?: boolean;
}

/** A request whose answer may have been lost is repeated as it was. */
export interface Attempt {
  /** The draft, and its revision that is sent. */
  readonly draft: string;
  readonly revision: number;
  readonly body: ReturnType<typeof requestOf>;
}

/** The draft was sent before, with another text: in another window, or by a request whose answer was lost. */
export class SentBefore extends Error {
  readonly sent: Sent;
  constructor(sent: Sent) {
    super('This draft was sent before');
    this.sent = sent;
  }
}

/** Makes the request for a draft that the server has completely. */
export function attemptOf(
  state: ComposerState,
  networkOf: (channel: string) => string | undefined,
  before: Attempt | null,
): Attempt {
  const { id, saved, document } = state;
  const revision = saved?.revision ?? 0;
  if (before?.draft === id && before.revision === revision) return before;
  const now = saved?.at ?? new Date().toISOString();
  return { draft: id, revision, body: requestOf(entriesOf(state, networkOf), { document, now }) };
}

/**
 * Sends a draft under the one Idempotency-Key that it has, so it becomes posts once: also from two windows,
 * after a second click, and when the answer was lost and its text has changed since. What a lost answer left
 * open is looked up.
 *
 * @throws the API's error, `SentBefore`, or what `isLost` knows
 */
export async function sendAttempt(attempt: Attempt): Promise<Sent> {
  try {
    return await createPosts(attempt);
  } catch (problem) {
    const known = isApiError(problem) ? problem : null;
    const isReused = known?.code === 'idempotency_key_reused';
    if (known && known.statusCode < 500 && !isReused) throw problem;
    const found = await findSent(attempt.draft);
    if (found && isReused) throw new SentBefore(found);
    if (found) return found;
    throw problem;
  }
}

async function createPosts({ draft, body }: Attempt): Promise<Sent> {
  const posts = await answerOf(
    withPatience((signal) =>
      asSignedIn(() =>
        http.POST('/posts', {
          // The generated types know no read-only lists.
          body: body as never,
          headers: { 'Idempotency-Key': `composition-${draft}` },
          signal,
        }),
      ),
    ),
  );
  if (body.type !== 'queue') return { posts, date: body.type === 'now' ? null : body.date };
  return { posts, date: (await findSent(draft))?.date ?? null, queued: true };
}

/** The posts of a draft; null when it was not sent, or when that cannot be learnt now. */
async function findSent(draft: string): Promise<Sent | null> {
  try {
    const params = { path: { id: draft } };
    const { data } = await withPatience((signal) => http.GET('/compositions/{id}/posts', { params, signal }));
    if (!data?.posts.length) return null;
    const { posts, date } = data;
    return { posts, date: date && Date.parse(date) > serverNow() ? date : null };
  } catch (error) {
    // The problem that made us look is shown.
    if (!isLost(error)) throw error;
    return null;
  }
}
