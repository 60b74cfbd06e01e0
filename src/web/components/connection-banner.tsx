import { Button } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { http, isLost, queryClient } from '../api/client.ts';
import { isAnswering, onAnswering } from '../api/connection.ts';
import { strings } from '../strings/index.ts';
import { Banner } from './banner.tsx';

const text = strings.status.connection;
const ASK_EVERY_MS = 3000;

function onNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** What is wrong: the browser has no network, or it has one and Crier does not answer; null = nothing. */
function useTrouble(): 'offline' | 'away' | null {
  const onLine = useSyncExternalStore(onNetwork, () => navigator.onLine);
  const answers = useSyncExternalStore(onAnswering, isAnswering);
  if (!onLine) return 'offline';
  return answers ? null : 'away';
}

/** Above every page while Crier cannot be reached; what was loaded stays, and is read again afterwards. */
export function ConnectionBanner() {
  const trouble = useTrouble();
  useEffect(() => {
    if (trouble === null) return undefined;
    if (trouble === 'away') void ask();
    const timer = setInterval(() => void ask(), ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      // Whatever has changed meanwhile was not told.
      void queryClient.invalidateQueries();
    };
  }, [trouble]);
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

/** Any answer ends the banner (`noteAnswer`). */
async function ask(): Promise<void> {
  try {
    await http.GET('/status');
  } catch (error) {
    if (!isLost(error)) throw error;
  }
}
