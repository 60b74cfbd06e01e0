import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isApiError } from '../../api/client.ts';
import { Icon } from '../../components/icon.tsx';
import { firstIssueOf } from '../../components/issues.ts';
import { formatRelative } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import { isDirty, type ComposerState } from './composer-state.ts';
import classes from './composer.module.css';
import type { Autosave } from './use-autosave.ts';

const text = strings.composer.saving;
const TICK_MS = 1000;

interface SaveLineProps {
  readonly state: ComposerState;
  readonly autosave: Autosave;
  /** The post that is changed: what is kept is not in it yet. */
  readonly post: unknown;
}

/** Whether the server has what is written: "Saved 2 seconds ago". A problem is announced. */
export function SaveLine({ state, autosave, post }: SaveLineProps) {
  const { problem, saving } = autosave;
  if (problem) {
    return (
      <span className={classes.saveProblem} role="status">
        <span className={classes.saveWords}>
          <Icon name={problem.kind === 'offline' ? 'wifi-off' : 'alert-triangle'} size={16} />
          {problem.kind === 'failed' && isApiError(problem.error)
            ? firstIssueOf(problem.error)
            : text[problem.kind]}
        </span>
        <Button size="compact-xs" variant="default" onClick={() => void autosave.save()}>
          {strings.common.tryAgain}
        </Button>
      </span>
    );
  }
  if (saving || isDirty(state)) return <Line>{text.pending}</Line>;
  if (post) return state.saved && <Line>{text.kept}</Line>;
  return state.saved ? <Since at={state.saved.at} /> : <Line>{text.nothing}</Line>;
}

function Since({ at }: { at: string }) {
  // The clocks of the two machines may differ: what counts is when the answer was seen.
  const [seen] = useState(() => Date.now());
  const [now, setNow] = useState(seen);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const offset = Math.max(0, seen - Date.parse(at));
  const known = offset < 60_000 ? new Date(seen).toISOString() : at;
  return <Line>{text.saved(formatRelative(known, now))}</Line>;
}

function Line({ children }: { children: string }) {
  return (
    <Text component="span" size="sm" c="dimmed" className={classes.saveLine}>
      {children}
    </Text>
  );
}
