import { useState } from 'react';
import { chosenChannels, type Channel, type ComposerHandlers } from './composer-context.ts';
import { scopeOf } from './composer-state.ts';
import { readiness } from './problems.ts';
import { deleteDraft } from './use-sending.ts';
import { useSlotsOf } from './use-slot.ts';
import type { Writing } from './use-writing.ts';
import { useIsPast } from './when-field.tsx';

/** The end of a draft: it is sent or saved, or deleted. */
export interface Submit {
  /** The chosen channels that still exist. */
  readonly chosen: readonly Channel[];
  /** Whether its date is missing or has passed. */
  readonly dateProblem: boolean;
  /** Whether the person has asked for it: from then on the page shows what is missing. */
  readonly asked: boolean;
  /** Sends it if nothing is missing; publishing at once is asked about before. */
  submit(): void;
  /** Whether it is asked whether to publish at once. */
  readonly confirming: boolean;
  confirm(): void;
  refuse(): void;
  /** Deletes the draft. @throws the API's error */
  remove(): Promise<void>;
}

export function useSubmit(
  writing: Writing,
  { onDone, onUnsaved }: Pick<ComposerHandlers, 'onDone' | 'onUnsaved'>,
): Submit {
  const { state, dispatch, post, sending, setFinished } = writing;
  const [asked, setAsked] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const { when } = state.document;
  const chosen = chosenChannels(writing);
  const { unready } = readiness(writing);
  const past = useIsPast(when.date);
  const { slots } = useSlotsOf(writing);
  const dateProblem =
    (when.kind === 'at' && (when.date === null || (past && post?.status !== 'draft'))) ||
    (when.kind === 'slot' && slots?.some(({ date }) => date === null) === true);

  const run = async (): Promise<void> => {
    setFinished(true);
    const worked = await sending.send();
    setConfirming(false);
    if (!worked) setFinished(false);
    else if (post) {
      onUnsaved?.(false);
      onDone();
    }
  };
  const submit = (): void => {
    const { settled, holding, coming } = writing;
    if (sending.pending) return;
    setAsked(true);
    if (!chosen.length || dateProblem || (settled && unready.length) || holding || coming.length) {
      const [first] = coming;
      // Where the file is that everything waits for.
      if (first) dispatch({ type: 'scope-chosen', channel: scopeOf(state, first.places[0] ?? '') });
      focusFirstProblem(dateProblem);
      return;
    }
    if (when.kind === 'now' && !post) setConfirming(true);
    else void run();
  };
  const remove = async (): Promise<void> => {
    setFinished(true);
    try {
      await deleteDraft(state.id, state.document);
    } catch (problem) {
      setFinished(false);
      throw problem;
    }
    onDone();
  };
  const confirm = (): void => void run();
  return {
    chosen,
    dateProblem,
    asked,
    submit,
    confirming,
    confirm,
    refuse: () => setConfirming(false),
    remove,
  };
}

function focusFirstProblem(date: boolean): void {
  const selector = date ? '[data-date-field]' : '[data-part] [aria-invalid="true"]';
  const field = document.querySelector<HTMLElement>(selector);
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}
