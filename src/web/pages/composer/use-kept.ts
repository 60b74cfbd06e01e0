import { useEffect, useRef } from 'react';
import type { ComposerHandlers } from './composer-context.ts';
import { isDirty, isEmpty, type ComposerState } from './composer-state.ts';
import { fitsLastCall } from './use-autosave.ts';
import { useUnsaved } from './use-unsaved.ts';
import type { Writing } from './use-writing.ts';

/**
 * Three safeguards of a text: a URL of its own, a save after an interruption, and a question before
 * leaving.
 */
export function useKept(
  writing: Writing,
  { onBegun, onUnsaved }: Pick<ComposerHandlers, 'onBegun' | 'onUnsaved'>,
): void {
  useOwnUrl(writing, onBegun);
  useSaveOnceBack(writing);
  useQuestionBeforeLeaving(writing, onUnsaved);
}

/** Reports a new draft, once, when it is saved first: the page then changes to the URL of this draft. */
function useOwnUrl({ post, state, finished }: Writing, onBegun: ComposerHandlers['onBegun']): void {
  const reported = useRef(state.saved ? state.id : null);
  useEffect(() => {
    if (!state.saved || post || finished || reported.current === state.id) return;
    reported.current = state.id;
    onBegun?.(state.id);
  }, [state.saved, state.id, post, finished, onBegun]);
}

/**
 * Saves when the person has signed in again or has opened this organisation again, here or in another
 * window.
 */
function useSaveOnceBack({ autosave, ended, elsewhere }: Writing): void {
  const { settle, save } = autosave;
  useEffect(() => {
    if (ended || elsewhere) return;
    settle('signed-out');
    settle('elsewhere');
    void save();
  }, [ended, elsewhere, settle, save]);
}

function useQuestionBeforeLeaving(
  { me, state, autosave, sending, onTheWay, finished }: Writing,
  onUnsaved: ComposerHandlers['onUnsaved'],
): void {
  const dirty = isDirty(state) && !finished;
  useUnsaved({
    home: me,
    busy: onTheWay || sending.pending,
    unsaved: dirty && autosave.problem !== null,
    // A window that closes can make one short call: not beside a save, and not with a long text. And one that
    // is loaded again, before the draft has its URL, would begin another draft.
    closing: dirty && (autosave.saving || !fitsLastCall(state.document) || hasNoUrl(state)),
    save: () => autosave.save(),
    tell: onUnsaved,
  });
}

/** Whether there is something to save of a draft that has no URL yet. */
const hasNoUrl = ({ saved, document }: ComposerState): boolean => !saved && !isEmpty(document);
