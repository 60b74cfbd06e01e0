/** The first comment, where a network has comments in place of threads: a field of its own beside the
 * text. */
import { useState } from 'react';
import { furtherParts } from '../../../look/layouts.ts';
import { useComposer, chosenChannels, type Channel, type ComposerParts } from '../composer-context.ts';
import { channelsInScope, currentParts, emptyPart, type Action, type Part } from '../composer-state.ts';

/** Whether further parts of a post are comments there. */
export const isComment = ({ identifier }: Channel): boolean => furtherParts[identifier] === 'comment';

interface FirstComment {
  /** Whether further parts are comments on all channels that get this text. */
  readonly comments: boolean;
  /** The channels on which they are comments, where they are a thread on others. */
  readonly mixed: readonly Channel[];
  /** What is written, and the field of a comment that nobody has written yet. */
  readonly shown: readonly Part[];
  /** The composer for these parts: a comment begins with its first letter or file, and ends with its last
   * letter. */
  readonly composer: ComposerParts;
}

export function useFirstComment(): FirstComment {
  const composer = useComposer();
  const { state } = composer;
  const parts = currentParts(state);
  const inScope = channelsInScope(state);
  const chosen = chosenChannels(composer).filter(({ id }) => inScope.includes(id));
  const on = chosen.filter(isComment);
  const comments = chosen.length > 0 && on.length === chosen.length;
  // A field keeps its id, and so the caret, when its part begins and ends; by the text that is open.
  const [fields] = useState(() => new Map<string, Part>());
  const scope = state.scope ?? '';
  const field = fields.get(scope) ?? emptyPart(crypto.randomUUID());
  fields.set(scope, field);
  if (!comments) return { comments, mixed: on, shown: parts, composer };
  const isOpen = parts.length === 1;

  const begin = (part: string | undefined): void => {
    if (isOpen && part === field.id) composer.dispatch({ type: 'part-added', id: field.id });
  };
  const dispatch = (action: Action): void => {
    if ('part' in action) begin(action.part);
    composer.dispatch(action);
    const [, comment] = parts;
    if (action.type !== 'text-changed' || action.text || parts.length !== 2 || !comment) return;
    if (action.part !== comment.id || comment.media.length) return;
    fields.set(scope, emptyPart(comment.id));
    composer.dispatch({ type: 'part-removed', part: comment.id });
  };
  const uploads = {
    ...composer.uploads,
    add: (files: Iterable<File>, place?: string): void => {
      begin(place);
      composer.uploads.add(files, place);
    },
  };
  return {
    comments,
    mixed: [],
    shown: isOpen ? [...parts, field] : parts,
    composer: { ...composer, dispatch, uploads },
  };
}
