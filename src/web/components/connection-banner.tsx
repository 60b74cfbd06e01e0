import { Button } from '@mantine/core';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { queryClient } from '../api/client.ts';
import { onSilence } from '../api/connection.ts';
import { isThere } from '../api/reload.ts';
import { strings } from '../strings/index.ts';
import { Banner } from './banner.tsx';

const text = strings.status.connection;
const ASK_EVERY_MS = 3000;

/** Above every page while Crier cannot be reached; what was loaded stays, and is read again afterwards. */
export function ConnectionBanner() {
  const onLine = useSyncExternalStore(onNetwork, () => navigator.onLine);
  const { away, ask } = useAway();
  const trouble = onLine ? (away ? 'away' : null) : 'offline';
  useEffect(() => {
    if (trouble === null) return undefined;
    if (trouble === 'away') void ask();
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      // Changes in the meantime did not arrive.
      void queryClient.invalidateQueries();
    };
  }, [trouble, ask]);
  if (trouble === null) return null;
  return (
    <div role="alert">
      <Banner
        tone="warning"
        label={text.label}
        action={
          <Button size="compact-sm" variant="default" onClick={() => void ask()}>
            {strings.common.tryAgain}
          </Button>
        }
      >
        {text[trouble]}
      </Banner>
    </div>
  );
}

function onNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/**
 * Whether Crier is away: a call that got no answer makes us ask, as it may be that one call's own problem.
 */
function useAway(): { away: boolean; ask(): Promise<void> } {
  const [away, setAway] = useState(false);
  const asking = useRef(false);
  const ask = useCallback(async (): Promise<void> => {
    if (asking.current) return;
    asking.current = true;
    try {
      setAway(!(await isThere()));
    } finally {
      asking.current = false;
    }
  }, []);
  useEffect(() => onSilence(() => void ask()), [ask]);
  return { away, ask };
}
