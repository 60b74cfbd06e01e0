import { useCallback, useEffect, useRef, useState } from 'react';
import { http, isApiError, isLost, withPatience, type Answer } from '../../api/client.ts';
import { isSame } from '../../api/same.ts';
import { asSignedIn, isElsewhere, isOtherOrganization, isSignedOut, type Me } from '../../api/session.ts';
import {
  asNewDraft,
  isDirty,
  type Action,
  type ComposerDocument,
  type ComposerState,
} from './composer-state.ts';
import { noteSave } from './saves-under-way.ts';

type Composition = Answer<'getComposition'>;

/** Why the server does not have the newest text. */
export type SaveProblem =
  /** The server cannot be reached; tried again by itself. */
  | { readonly kind: 'offline' }
  | { readonly kind: 'signed-out' }
  /** Another window went to another organisation: the draft must not go there. */
  | { readonly kind: 'elsewhere' }
  /** Another window or person saved the draft; null = the draft is gone. */
  | { readonly kind: 'conflict'; readonly newer: Composition | null }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface Autosave {
  readonly saving: boolean;
  readonly problem: SaveProblem | null;
  /** Saves what is not saved yet. Whether the server has everything afterwards. */
  save(options?: { leaving?: boolean }): Promise<boolean>;
  /**
   * Goes on from the newer revision with what is here. Begins a new draft where there is none, or where the
   * newer one is to stay as it is.
   */
  keepMine(options?: { asNew?: boolean }): Promise<boolean>;
  /**
   * Forgets the problem, if it is of this kind: the newer draft was opened, or the person signed in again.
   */
  settle(kind: SaveProblem['kind']): void;
}

/** Problems that a person is asked about: saving again would not help. */
const ASKED = new Set<SaveProblem['kind']>(['conflict', 'signed-out', 'elsewhere']);
const DELAY_MS = 800;
const RETRY_MS = 5000;
/** Browsers send at most 64 KiB from a page that is being closed (Fetch, "HTTP-network-or-cache fetch"). */
const KEEPALIVE_BYTES = 60_000;

/** Whether a page that is being closed can still send it. */
export const fitsLastCall = (document: ComposerDocument): boolean =>
  new TextEncoder().encode(JSON.stringify(document)).length < KEEPALIVE_BYTES;

interface Draft {
  readonly state: ComposerState;
  dispatch(action: Action): void;
  /** Who writes it, in which organisation. */
  readonly home: Me;
}

interface Refs {
  readonly home: Me;
  state: ComposerState;
  running: Promise<unknown> | null;
  /** What was sent since the last answer, and may be on the server: its answer was lost. */
  tried: ComposerDocument[];
}

/** Saves the draft a moment after each change, when the page is left, and once it can be reached again. */
export function useAutosave({ state, dispatch, home }: Draft, enabled: boolean): Autosave {
  const refs = useRef<Refs>({ home, state, running: null, tried: [] });
  refs.current.state = state;
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<SaveProblem | null>(null);

  const save = useCallback(
    async ({ leaving = false }: { leaving?: boolean } = {}): Promise<boolean> => {
      // In turn: of two at once, the second would take what the first has saved for another person's.
      while (refs.current.running) await refs.current.running;
      if (!isDirty(refs.current.state)) return true;
      setSaving(true);
      const attempt = saveOnce(refs.current, dispatch, leaving);
      refs.current.running = noteSave(refs.current.state.id, attempt);
      try {
        const found = await attempt;
        setProblem(found);
        return found === null;
      } finally {
        refs.current.running = null;
        setSaving(false);
      }
    },
    [dispatch],
  );

  const blocked = problem !== null && ASKED.has(problem.kind);
  useEffect(() => {
    if (!enabled || blocked || !isDirty(state)) return undefined;
    const timer = setTimeout(() => void save(), problem ? RETRY_MS : DELAY_MS);
    return () => clearTimeout(timer);
  }, [state, enabled, blocked, problem, save]);
  useLeaving(enabled && !blocked, save);

  const keepMine = async ({ asNew = false } = {}): Promise<boolean> => {
    if (problem?.kind === 'conflict') {
      const { newer } = problem;
      const { state: mine } = refs.current;
      const saved = newer && { revision: newer.revision, at: newer.updatedAt };
      const kept = newer && !asNew ? { ...mine, saved, version: mine.version + 1 } : asNewDraft(mine);
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
  if (isElsewhere(refs.home)) return { kind: 'elsewhere' };
  const { id, document, version } = refs.state;
  /** The server has this, at its revision; what is written here may be newer. */
  const settle = (stored: Composition): null => {
    const has = refs.tried.length > 0 && !isSame(stored.document, document) ? version - 1 : version;
    refs.tried = [];
    const saved = { revision: stored.revision, at: stored.updatedAt };
    refs.state = { ...refs.state, saved, savedVersion: has };
    dispatch({ type: 'saved', ...saved, version: has });
    return null;
  };
  try {
    const { data, error } = await withPatience((signal) =>
      asSignedIn(() => request(refs.state, { leaving, signal })),
    );
    if (data) return settle(data);
    // It may have been stored all the same.
    if (!isApiError(error) || error.statusCode >= 500) refs.tried.push(document);
    const problem = await problemOf(error, id);
    if (problem.kind !== 'conflict' || !problem.newer) return problem;
    // It is no other window's: it was saved from here, and the answer was lost.
    const { newer } = problem;
    if (refs.tried.some((one) => isSame(one, newer.document))) return settle(newer);
    refs.tried = [];
    return problem;
  } catch (error) {
    // Nothing answered: the text stays here, and is sent again.
    if (!isLost(error)) throw error;
    refs.tried.push(document);
    return { kind: 'offline' };
  }
}

async function request(
  { id, document, saved }: ComposerState,
  { leaving, signal }: { leaving: boolean; signal: AbortSignal },
) {
  // The generated types know no read-only lists.
  const copy = structuredClone(document) as unknown as Composition['document'];
  const keepalive = leaving && fitsLastCall(document);
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
  if (!isApiError(error)) return { kind: 'offline' };
  if (isSignedOut(error)) return { kind: 'signed-out' };
  if (isOtherOrganization(error)) return { kind: 'elsewhere' };
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
