import { notifications } from '@mantine/notifications';
import { useEffect, useRef, useState } from 'react';
import { answerOf } from '../../api/answer-of.ts';
import { http, isApiError, queryClient } from '../../api/client.ts';
import { isOtherOrganization, isSignedOut } from '../../api/session.ts';
import { notifyError } from '../../components/notify.ts';
import { notifyAction } from '../../components/notify-action.tsx';
import { notifyUndo } from '../../components/notify-undo.tsx';
import { strings } from '../../strings/index.ts';
import type { ComposerDocument, ComposerState } from './composer-state.ts';
import { asGone, type EditedPost } from './open-state.ts';
import { ChangedMeanwhile, changeOf, type Known } from './save-post.ts';
import { partSeries, saveSeries, type Left, type Saved } from './save-series.ts';
import { savesOf } from './saves-under-way.ts';
import { attemptOf, sendAttempt, type Attempt, type Sent } from './send-post.ts';
import type { Autosave } from './use-autosave.ts';

export interface Sending {
  readonly pending: boolean;
  readonly error: unknown;
  /** The posts that the draft has become. */
  readonly sent: Sent | null;
  /** Makes posts of the draft, or changes the post. Whether it worked. */
  send(): Promise<boolean>;
  /** The next change applies to the post as it is now, with anybody's changes. */
  takeOver(revision: number): void;
  /** Forgets the error. */
  settle(): void;
}

interface Options {
  readonly state: ComposerState;
  readonly post: EditedPost | null;
  readonly autosave: Autosave;
  networkOf(channel: string): string | undefined;
}

/** From the draft to its posts: saved first, sent under one key, deleted afterwards. */
export function useSending({ state, post, autosave, networkOf }: Options): Sending {
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const isLeft = useIsLeft();
  const latest = useRef(state);
  latest.current = state;
  const before = useRef<Attempt | null>(null);
  const known = useRef<Known[]>(post ? [post, ...post.also].map((one) => ({ ...one, tried: [] })) : []);
  // Of a coming date: the revision of the post that stands for it.
  const read = useRef(post?.coming?.revision);

  const publish = async (): Promise<boolean> => {
    // A problem with saving shows itself.
    if (!(await autosave.save())) return false;
    before.current = attemptOf(latest.current, networkOf, before.current);
    setSent(await sendAttempt(before.current));
    // Its posts are there: a draft that stays behind is only in the way.
    await removeDraft(latest.current.id).catch(setError);
    return true;
  };
  const send = async (): Promise<boolean> => {
    const from = location.pathname;
    // While the next page is fetched, this one is still shown: the URL is ahead of it.
    const isAway = (): boolean =>
      isLeft.current || ![from, `/compose/${latest.current.id}`].includes(location.pathname);
    setPending(true);
    setError(null);
    try {
      if (!post) return await publish();
      const change = changeOf(post, latest.current, networkOf);
      const parted = await partSeries(post, known.current, read.current);
      const saved = await saveSeries(post, known.current, change).catch(async (problem: unknown) => {
        read.current = (await parted.putBack()) ?? read.current;
        throw problem;
      });
      notifyLeft(saved);
      // What was kept of it until now is in the post.
      await savesOf(latest.current.id);
      await removeDraft(latest.current.id).catch(notifyError);
      return true;
    } catch (problem) {
      // The page itself asks its person to sign in, or to come back to its organisation.
      if (!isSignedOut(problem) && !isOtherOrganization(problem)) {
        setError(post ? await asGone(problem, post) : problem);
      }
      if (isAway()) notifyNotSent(latest.current.id, post);
      return false;
    } finally {
      setPending(false);
      void queryClient.invalidateQueries();
    }
  };
  const takeOver = (revision: number): void => {
    if (error instanceof ChangedMeanwhile && error.post === post?.coming?.post) {
      read.current = revision;
      return;
    }
    known.current = known.current.map((one) => (one.id === post?.id ? { ...one, revision, tried: [] } : one));
  };
  return { pending, error, sent, send, takeOver, settle: () => setError(null) };
}

/** Whether another page is shown by now: nobody would see a message here. */
function useIsLeft() {
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => void (isLeft.current = true);
  }, []);
  return isLeft;
}

/** Says which posts of a series stay as they are. */
function notifyLeft({ changed, left }: Saved): void {
  const reasons = (Object.keys(left) as Left[]).filter((why) => left[why] > 0);
  if (reasons.length === 0) return;
  const all = reasons.reduce((sum, why) => sum + left[why], changed);
  const { changedSome, stays } = strings.series;
  notifications.show({
    color: 'orange',
    title: changedSome(changed, all),
    message: reasons.map((why) => stays[why](left[why])).join(' '),
    autoClose: false,
  });
}

function notifyNotSent(draft: string, post: EditedPost | null): void {
  const text = strings.composer.send;
  notifyAction({
    message: post ? text.notSaved : text.notSent,
    color: 'red',
    label: text.open,
    action: async () =>
      location.assign(post ? `/posts/${post.coming?.post ?? post.id}` : `/compose/${draft}`),
    stays: true,
  });
}

/** Deletes a draft, with a way back. @throws the API's error */
export async function deleteDraft(id: string, document: ComposerDocument): Promise<void> {
  await removeDraft(id);
  notifyUndo(strings.composer.menu.removed, async () => {
    // The generated types know no read-only lists.
    const body = { id, document: structuredClone(document) as never };
    await answerOf(http.POST('/compositions', { body }));
  });
}

/** @throws the API's error, except when the draft is gone already */
export async function removeDraft(id: string): Promise<void> {
  const { error } = await http.DELETE('/compositions/{id}', { params: { path: { id } } });
  if (error && !(isApiError(error) && error.code === 'composition_not_found')) throw error;
}
