/**
 * The URLs of the app: React Router with what its `BrowserRouter` lacks, a page that asks before it is left.
 * Its router for loading data has that too, and is twice as large.
 */
import { startTransition, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Router, UNSAFE_createBrowserHistory, createPath, type Location, type To } from 'react-router';

/** A step in the browser's history. `POP`: back or forward. */
interface Leaving {
  readonly action: 'POP' | 'PUSH' | 'REPLACE';
  readonly pathname: string;
}

interface Guard {
  mustAsk(leaving: Leaving): boolean;
  /** `leave` goes where the person wanted to go. */
  ask(leave: () => void): void;
}

// v5Compat: it reports its own steps too, as a router without data needs.
const history = UNSAFE_createBrowserHistory({ v5Compat: true });
const guards = new Set<Guard>();
const guardOf = (leaving: Leaving): Guard | undefined => [...guards].find((one) => one.mustAsk(leaving));

function leave(action: Leaving['action'], to: To, go: () => void): void {
  const { pathname } = new URL(typeof to === 'string' ? to : createPath(to), location.href);
  const guard = guardOf({ action, pathname });
  if (guard) guard.ask(go);
  else go();
}

const navigator = {
  createHref: history.createHref,
  go: history.go,
  push: (to: To, state?: unknown): void => leave('PUSH', to, () => history.push(to, state)),
  replace: (to: To, state?: unknown): void => leave('REPLACE', to, () => history.replace(to, state)),
};

/** The next step is one of ours: back to the page that asks, or away from it, as the person agreed. */
let next: 'taken back' | 'agreed' | undefined;

/** Whether a step is shown. Back and Forward are known after they were made: they are taken back until
 * then. */
function mayShow(action: Leaving['action'], { pathname }: Location, delta: number | null): boolean {
  const ours = next;
  next = undefined;
  if (ours || action !== 'POP' || !delta) return ours !== 'taken back';
  const guard = guardOf({ action, pathname });
  if (!guard) return true;
  next = 'taken back';
  history.go(-delta);
  guard.ask(() => {
    next = 'agreed';
    history.go(delta);
  });
  return false;
}

/** What `children` show follows the URL; a page that is still fetched leaves the one before it on the
 * screen. */
export function Navigation({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState({ action: history.action, location: history.location });
  useLayoutEffect(
    () =>
      history.listen(({ action, location: there, delta }) => {
        if (mayShow(action, there, delta)) startTransition(() => setShown({ action, location: there }));
      }),
    [],
  );
  return (
    <Router location={shown.location} navigationType={shown.action} navigator={navigator}>
      {children}
    </Router>
  );
}

interface Blocker {
  /** Whether the person is to be asked. */
  readonly isAsking: boolean;
  stay(): void;
  leave(): void;
}

/** Keeps the person on this page while `mustAsk` of the step that would leave it. */
export function useBlocker(mustAsk: (leaving: Leaving) => boolean): Blocker {
  const [go, setGo] = useState<(() => void) | null>(null);
  const latest = useRef(mustAsk);
  latest.current = mustAsk;
  useEffect(() => {
    const guard: Guard = {
      mustAsk: (leaving) => latest.current(leaving),
      ask: (leaving) => setGo(() => leaving),
    };
    guards.add(guard);
    return () => void guards.delete(guard);
  }, []);
  const stay = (): void => setGo(null);
  return {
    isAsking: go !== null,
    stay,
    leave: () => {
      stay();
      go?.();
    },
  };
}
