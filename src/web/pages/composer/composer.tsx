import { Button, Skeleton, Stack } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { mayPass } from '../../api/client.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { strings } from '../../strings/index.ts';
import type { ComposerHandlers } from './composer-context.ts';
import { openState, type Gone, type Opened, type Source } from './open-state.ts';
import { Workbench } from './workbench.tsx';

interface ComposerProps extends ComposerHandlers {
  readonly source: Source;
  onOpened?(opened: Opened): void;
}

/** Writes one post for several channels; a page and a drawer show it. */
export function Composer({ source, onOpened, ...handlers }: ComposerProps) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [error, setError] = useState<unknown>(null);
  // The caller gives it a key: another source is another composer.
  const [first] = useState(source);
  const [round, setRound] = useState(0);
  const latest = useRef(onOpened);
  latest.current = onOpened;
  useEffect(() => {
    let current = true;
    openState(first).then(
      (found) => {
        if (!current) return;
        setOpened(found);
        latest.current?.(found);
      },
      (problem: unknown) => current && setError(problem),
    );
    return () => {
      current = false;
    };
  }, [first, round]);
  if (error) {
    const again = (): void => {
      setError(null);
      setRound(round + 1);
    };
    return (
      <Stack align="start">
        <ErrorAlert error={error} title={strings.composer.notOpened} />
        {mayPass(error) && (
          <Button variant="default" onClick={again}>
            {strings.common.tryAgain}
          </Button>
        )}
      </Stack>
    );
  }
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
  const goOn = (gone: Gone): void => {
    const found = { ...opened, post: null, gone };
    setOpened(found);
    onOpened?.(found);
  };
  return <Workbench opened={opened} onGone={goOn} {...handlers} />;
}
