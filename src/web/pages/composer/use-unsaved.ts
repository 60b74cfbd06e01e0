import { useEffect, useRef } from 'react';
import { keepPage, type Me } from '../../api/session.ts';

interface Options {
  /** Who wrote it, in which organisation. */
  readonly home: Me;
  /** Whether something goes on that another page would not know of: an upload, a send. */
  readonly busy: boolean;
  /** Whether another page of the app would lose something. */
  readonly unsaved: boolean;
  /** Whether a window that is closed would, too. */
  readonly closing: boolean;
  /** Stores what can be stored; whether everything is. */
  save(): Promise<boolean>;
  /** Called for the parent of the composer. */
  readonly tell: ((unsaved: boolean) => void) | undefined;
}

/**
 * Asks before something is lost: in the parent of the composer, in the browser, and in the account's menu.
 */
export function useUnsaved(options: Options): void {
  const latest = useRef(options);
  latest.current = options;
  const { home } = options;
  const leaving = options.unsaved || options.busy;
  const closing = leaving || options.closing;
  useEffect(() => {
    latest.current.tell?.(leaving);
  }, [leaving]);
  useEffect(() => {
    if (!closing) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [closing]);
  useEffect(
    () => keepPage({ home, settle: async () => (await latest.current.save()) && !latest.current.busy }),
    [home],
  );
}
