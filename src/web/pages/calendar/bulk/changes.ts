/** What can be done with several posts, each with its way back. */
import { answerOf } from '../../../api/answer-of.ts';
import { http } from '../../../api/client.ts';
import { cancelPost, restorePost } from '../../../components/delete-posts.ts';
import { strings } from '../../../strings/index.ts';
import type { Entry } from '../entries.ts';
import type { Change } from './use-bulk.ts';

const text = strings.calendar.bulk;

const asRead = ({ id, revision }: Entry) => ({ path: { id }, header: { 'If-Match': `"${revision}"` } });

export const cancelling: Change<unknown> = {
  act: ({ id, revision }) => cancelPost(id, revision),
  undo: ({ id, status }) => restorePost(id, status === 'draft'),
  done: text.cancelled,
};

const setStatus = (entry: Entry, status: 'draft' | 'schedule') =>
  answerOf(http.PUT('/posts/{id}/status', { params: asRead(entry), body: { status } }));

export const scheduling: Change<{ readonly revision: number }> = {
  act: (entry) => setStatus(entry, 'schedule'),
  undo: (entry, { revision }) => setStatus({ ...entry, revision }, 'draft'),
  done: text.scheduled,
};

const tagsOf = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));

/** Adds tags, and takes others away. */
export const tagging = (
  add: readonly string[],
  remove: readonly string[],
): Change<{ readonly revision: number }> => ({
  act: (entry) => {
    const names = entry.tags.map(({ name }) => name).filter((name) => !remove.includes(name));
    const tags = tagsOf([...new Set([...names, ...add])]);
    return answerOf(http.PATCH('/posts/{id}', { params: asRead(entry), body: { tags } }));
  },
  undo: (entry, { revision }) => {
    const tags = tagsOf(entry.tags.map(({ name }) => name));
    return answerOf(http.PATCH('/posts/{id}', { params: asRead({ ...entry, revision }), body: { tags } }));
  },
  done: text.tagged,
});

/** The key of a copy whose answer was lost: the next try makes no second one. */
const keys = new Map<string, string>();

/** Copies are drafts with the dates of their posts. The composer knows how to copy a post. */
export const duplicating: Change<readonly string[]> = {
  act: async (entry) => {
    const [{ openState }, { entriesOf, requestOf }] = await Promise.all([
      import('../../composer/open-state.ts'),
      import('../../composer/to-request.ts'),
    ]);
    const { state } = await openState({ copyId: entry.id });
    const document = { ...state.document, when: { kind: 'at', date: entry.publishDate } as const };
    const entries = entriesOf({ ...state, document }, () => entry.channel.identifier);
    const body = { ...requestOf(entries, { document, now: entry.publishDate }), type: 'draft' as const };
    // The generated types know no read-only lists.
    const headers = { 'Idempotency-Key': keys.get(entry.id) ?? state.id };
    keys.set(entry.id, headers['Idempotency-Key']);
    const made = await answerOf(http.POST('/posts', { body: body as never, headers }));
    keys.delete(entry.id);
    return made.map(({ postId }) => postId);
  },
  undo: async (_, ids) => {
    for (const id of ids) await cancelPost(id);
  },
  done: text.duplicated,
};
