import { useEffect, useRef } from 'react';
import type { ComposerHandlers } from './composer-context.ts';
import { isDirty, isEmpty, type ComposerState } from './composer-state.ts';
import { fitsLastCall } from './use-autosave.ts';
import { useUnsaved } from './use-unsaved.ts';
import type { Writing } from './use-writing.ts';

/**
 * Keeps what is written: a new draft gets its URL, it is saved once the person is back, and leaving asks
 * before.
 */
export function useKept(
  { me, post, state, autosave, sending, onTheWay, finished, ended, elsewhere }: Writing,
  { onBegun, onUnsaved }: Pick<ComposerHandlers, 'onBegun' | 'onUnsaved'>,
): void {
  const url = useRef(state.saved ? state.id : null);
  useEffect(() => {
    if (!state.saved || post || finished || url.current === state.id) return;
    // Once for each draft: the page gives it its URL.
    url.current = state.id;
    onBegun?.(state.id);
  }, [state.saved, state.id, post, finished, onBegun]);
  const { settle, save } = autosave;
  useEffect(() => {
    // Signed in again, here or in another window.
    if (ended || elsewhere) return;
    settle('signed-out');
    settle('elsewhere');
    if (!post) void save();
  }, [ended, elsewhere, settle, save, post]);

  const dirty = isDirty(state) && !finished;
  useUnsaved({
    home: me,
    busy: onTheWay || sending.pending,
    unsaved: dirty && (post !== null || autosave.problem !== null),
    // A page that is closed makes one call more, and not a long one: what is written during a save is lost. A
    // page that is loaded again would begin another draft.
    closing: dirty && (autosave.saving || !fitsLastCall(state.document) || isUnknown(state)),
    save: () => (post ? Promise.resolve(!dirty) : save()),
    tell: onUnsaved,
  });
}

/** Whether its URL does not lead to the draft yet. */
const isUnknown = ({ saved, document }: ComposerState): boolean => !saved && !isEmpty(document);
