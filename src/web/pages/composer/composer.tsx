import { Skeleton, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { strings } from '../../strings/index.ts';
import type { ComposerHandlers } from './composer-context.ts';
import { openState, type Opened, type Source } from './open-state.ts';
import { Workbench } from './workbench.tsx';

interface ComposerProps extends ComposerHandlers {
  readonly source: Source;
}

/** Writes one post for several channels; a page and a drawer show it. */
export function Composer({ source, ...handlers }: ComposerProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [error, setError] = useState<unknown>(null);
  // The caller gives it a key: another source is another composer.
  const [first] = useState(source);
  const [round, setRound] = useState(0);
  useEffect(() => {
    let current = true;
    openState(first).then(
      (found) => current && setOpened(found),
      (problem: unknown) => current && setError(problem),
    );
    return () => {
      current = false;
    };
  }, [first, round]);
  if (error) return <ErrorAlert error={error} title={strings.composer.notOpened} />;
  if (!opened) {
    return (
      <Waiting onRetry={() => setRound(round + 1)}>
        <Stack>
          <Skeleton height={44} />
          <Skeleton height={220} />
          <Skeleton height={44} />
        </Stack>
      </Waiting>
    );
  }
  return <Workbench opened={opened} {...handlers} />;
}
