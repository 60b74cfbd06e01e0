import { Alert, Button } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { queryClient } from '../api/client.ts';
import { reloadPage } from '../api/reload.ts';
import { strings } from '../strings/index.ts';

/** After this time an outline only shows that something is wrong. */
const PATIENCE_MS = 5000;

interface WaitingProps {
  /** The outline of what is to come. */
  readonly children: ReactNode;
  /** Asks again; default: for everything that is not there yet. */
  onRetry?(): void;
}

/**
 * The outline of something that cannot be shown yet; after five seconds, a sentence and a button in its
 * place.
 */
export function Waiting({ children, onRetry = readMissing }: WaitingProps) {
  const [round, setRound] = useState(0);
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [round]);
  if (!late) {
    return (
      <div role="status" aria-label={strings.common.loading}>
        {children}
      </div>
    );
  }
  return (
    <Alert color="orange" role="alert">
      {strings.common.notLoaded}
      <Button
        size="compact-sm"
        variant="default"
        ml="sm"
        onClick={() => {
          setLate(false);
          setRound(round + 1);
          onRetry();
        }}
      >
        {strings.common.tryAgain}
      </Button>
    </Alert>
  );
}

/** A call that hangs is given up; where none is missing, the page itself is. */
function readMissing(): void {
  const missing = queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.data === undefined });
  if (!missing.length) void reloadPage();
  for (const { queryKey } of missing) void askAgain({ queryKey, exact: true });
}

/** Asking alone would wait for the call that hangs. */
async function askAgain(query: { readonly queryKey: QueryKey; readonly exact: true }): Promise<void> {
  await queryClient.cancelQueries(query);
  await queryClient.refetchQueries(query);
}
