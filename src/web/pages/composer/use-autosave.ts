import { useCallback, useEffect, useRef, useState } from 'react';
import { http, isApiError, isLost, withPatience, type Answer } from '../../api/client.ts';
import { asSignedIn, isSignedOut } from '../../api/session.ts';
import { asNewDraft, isDirty, type Action, type ComposerState } from './composer-state.ts';

type Composition = Answer<'getComposition'>;

/** Why the server does not have the newest text. */
export type SaveProblem =
  /** It cannot be reached; tried again by itself. */
  | { readonly kind: 'offline' }
  | { readonly kind: 'signed-out' }
  /** Another window or person saved the draft; null = the draft is gone. */
  | { readonly kind: 'conflict'; readonly newer: Composition | null }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Autosave {
  readonly saving: boolean;
  readonly problem: SaveProblem | null;
  /** Saves what is not saved yet. Whether the server has everything afterwards. */
  save(options?: { leaving?: boolean }): Promise<boolean>;
  /** Goes on from the newer revision with what is here, or begins a new draft where there is none. */
  keepMine(): Promise<boolean>;
  /** Forgets the problem, if it is of this kind: the newer draft was opened, or the person signed in again. */
  settle(kind: SaveProblem['kind']): void;
}

const DELAY_MS = 800;
const RETRY_MS = 5000;
/** Browsers send at most 64 KiB from a page that is being closed. */
const KEEPALIVE_BYTES = 60_000;

interface Refs {
  state: ComposerState;
  running: Promise<boolean> | null;
  /** An answer was lost: whether the draft has begun is not known. */
  uncertain: boolean;
}

/** Saves the draft a moment after each change, when the page is left, and once it can be reached again. */
export function useAutosave(
  state: ComposerState,
  dispatch: (action: Action) => void,
  enabled: boolean,
): Autosave {
  const refs = useRef<Refs>({ state, running: null, uncertain: false });
  refs.current.state = state;
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<SaveProblem | null>(null);

  const save = useCallback(
    async ({ leaving = false }: { leaving?: boolean } = {}): Promise<boolean> => {
      const { running } = refs.current;
      if (running) await running;
      if (!isDirty(refs.current.state)) return true;
      setSaving(true);
      const attempt = saveOnce(refs.current, dispatch, leaving);
      refs.current.running = attempt.then((found) => found === null);
      const found = await attempt;
      refs.current.running = null;
      setSaving(false);
      setProblem(found);
      return found === null;
    },
    [dispatch],
  );

  const blocked = problem?.kind === 'conflict' || problem?.kind === 'signed-out';
  useEffect(() => {
    if (!enabled || blocked || !isDirty(state)) return undefined;
    const timer = setTimeout(() => void save(), problem ? RETRY_MS : DELAY_MS);
    return () => clearTimeout(timer);
  }, [state, enabled, blocked, problem, save]);
  useLeaving(enabled && !blocked, save);

  const keepMine = async (): Promise<boolean> => {
    if (problem?.kind === 'conflict') {
      const { newer } = problem;
      const { state: mine } = refs.current;
      const saved = newer && { revision: newer.revision, at: newer.updatedAt };
      const kept = newer ? { ...mine, saved, version: mine.version + 1 } : asNewDraft(mine);
      refs.current.state = kept;
      dispatch({ type: 'opened', state: kept });
    }
    setProblem(null);
    return save();
  };
  const settle = useCallback(
    (kind: SaveProblem['kind']) => setProblem((now) => (now?.kind === kind ? null : now)),
    [],
  );
  return { saving, problem, save, keepMine, settle };
}

/** Saves when the window loses the focus, is hidden or goes online, and when the composer is left. */
function useLeaving(enabled: boolean, save: Autosave['save']): void {
  useEffect(() => {
    if (!enabled) return undefined;
    const now = (): void => void save();
    const leaving = (): void => void save({ leaving: true });
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') leaving();
    };
    addEventListener('blur', now);
    addEventListener('online', now);
    addEventListener('pagehide', leaving);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      removeEventListener('blur', now);
      removeEventListener('online', now);
      removeEventListener('pagehide', leaving);
      document.removeEventListener('visibilitychange', hidden);
      leaving();
    };
  }, [enabled, save]);
}

/** One request. Returns why it failed, or null. */
async function saveOnce(
  refs: Refs,
  dispatch: (action: Action) => void,
  leaving: boolean,
): Promise<SaveProblem | null> {
  const { id, saved, version } = refs.state;
  try {
    const { data, error } = await withPatience((signal) =>
      asSignedIn(() => request(refs.state, { leaving, signal })),
    );
    if (data) {
      // After a lost answer, the server may have begun the draft with an earlier text.
      const has = !saved && refs.uncertain ? version - 1 : version;
      refs.uncertain = false;
      const action = { type: 'saved', revision: data.revision, at: data.updatedAt, version: has } as const;
      refs.state = {
        ...refs.state,
        saved: { revision: data.revision, at: data.updatedAt },
        savedVersion: has,
      };
      dispatch(action);
      return null;
    }
    return await problemOf(error, id);
  } catch (error) {
    // Nothing answered: the text stays here, and is sent again.
    if (!isLost(error)) throw error;
    refs.uncertain = true;
    return { kind: 'offline' };
  }
}

async function request(
  { id, document, saved }: ComposerState,
  { leaving, signal }: { leaving: boolean; signal: AbortSignal },
) {
  // The generated types know no read-only lists.
  const copy = structuredClone(document) as unknown as Composition['document'];
  const keepalive = leaving && JSON.stringify(document).length < KEEPALIVE_BYTES;
  if (!saved) return http.POST('/compositions', { body: { id, document: copy }, keepalive, signal });
  const params = { path: { id } };
  return http.PUT('/compositions/{id}', {
    params,
    body: { document: copy, revision: saved.revision },
    keepalive,
    signal,
  });
}

async function problemOf(error: unknown, id: string): Promise<SaveProblem> {
  if (!isApiError(error)) return { kind: 'failed', error };
  if (isSignedOut(error)) return { kind: 'signed-out' };
  switch (error.code) {
    case 'composition_changed': {
      const { data } = await http.GET('/compositions/{id}', { params: { path: { id } } });
      return { kind: 'conflict', newer: data ?? null };
    }
    case 'composition_not_found':
      return { kind: 'conflict', newer: null };
    case 'unavailable':
      return { kind: 'offline' };
    default:
      return { kind: 'failed', error };
  }
}
