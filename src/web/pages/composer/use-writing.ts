import { useCallback, useMemo, useReducer, useState } from 'react';
import { useOutletContext } from 'react-router';
import { api } from '../../api/client.ts';
import { useElsewhere, useSessionEnded, type Me } from '../../api/session.ts';
import { useUploads, type Upload } from '../../components/use-uploads.ts';
import { useZone } from '../../format/date-time.tsx';
import type { ComposerParts } from './composer-context.ts';
import { reduce, uploadsOf } from './composer-state.ts';
import type { Opened } from './open-state.ts';
import { toFile } from './uploaded-file.ts';
import { useAutosave, type Autosave } from './use-autosave.ts';
import { useCheck } from './use-check.ts';
import { useHeld } from './use-held.ts';
import { useSending, type Sending } from './use-sending.ts';
import { useSlotsOf } from './use-slot.ts';
import { useUndo } from './use-undo.ts';

/** What is being written, and everything that goes on with it meanwhile. */
export interface Writing extends Omit<ComposerParts, 'showProblems'> {
  /** Who writes it, in which organisation. */
  readonly me: Me;
  /** The organisation's channels are not there yet, or could not be read. */
  readonly loading: boolean;
  readonly loadError: unknown;
  /** When it would be published; null = at once, or not known. */
  readonly date: string | null | undefined;
  readonly autosave: Autosave;
  readonly sending: Sending;
  /** Whether something else must end before it is sent (`hold`). */
  readonly holding: boolean;
  /** Files that are not in it yet, also those that could not be uploaded. */
  readonly coming: readonly Upload[];
  /** Whether something is still on its way into it. */
  readonly onTheWay: boolean;
  /** Sent or deleted, or about to be: not saved any more. */
  readonly finished: boolean;
  setFinished(finished: boolean): void;
  /** Whether the session has ended meanwhile. */
  readonly ended: boolean;
  /** The organisation that another window went to. */
  readonly elsewhere: Me['organization'] | null;
}

/** Keeps what is written, and has it checked, saved, and its files uploaded. */
export function useWriting({ post, state: begun }: Opened): Writing {
  // As it was when the page was opened: the draft belongs there.
  const [me] = useState(useOutletContext<Me>());
  const zone = useZone();
  const [state, dispatch] = useReducer(reduce, begun);
  const found = api.useQuery('get', '/integrations', {}, { staleTime: 60_000 });
  const channels = useMemo(() => found.data ?? [], [found.data]);
  const networkOf = useCallback(
    (channel: string) => channels.find(({ id }) => id === channel)?.identifier,
    [channels],
  );
  const { when } = state.document;
  const { first: slot } = useSlotsOf({ state, channels });
  const date = when.kind === 'slot' ? slot : when.date;
  const ended = useSessionEnded();
  const elsewhere = useElsewhere(me);
  const checking = useCheck(state, {
    networkOf,
    date: when.kind === 'now' ? null : (date ?? null),
    // A post that is made later is checked as a new one.
    postId: post?.coming ? undefined : post?.id,
    ready: channels.length > 0 && !ended && !elsewhere,
  });
  const [finished, setFinished] = useState(false);
  const autosave = useAutosave({ state, dispatch, home: me }, !finished);
  const sending = useSending({ state, post, autosave, networkOf });
  const uploads = useUploads(({ file, place, before }) =>
    dispatch({ type: 'media-added', part: place, file: toFile(file), before }),
  );
  const { holding, hold } = useHeld();
  const offerUndo = useUndo();
  const coming = uploadsOf(state.document, uploads.uploads);
  const onTheWay = holding || coming.some(({ error }) => !error);
  return {
    me,
    zone,
    post,
    state,
    dispatch,
    channels,
    loading: found.isPending,
    loadError: found.error,
    date,
    ...checking,
    autosave,
    sending,
    uploads,
    hold,
    holding,
    coming,
    onTheWay,
    offerUndo,
    finished,
    setFinished,
    ended,
    elsewhere,
  };
}
