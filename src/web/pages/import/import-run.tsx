import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import type { Run } from './run-import.ts';

const text = strings.table;

/** How far the import is; at its end what was made, with one way back. */
export function ImportRun({ run, onTable }: { run: Run; onTable(): void }) {
  const { state, all, done, made, failed } = run;
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const undo = async (): Promise<void> => {
    setPending(true);
    setError(null);
    await run.undo().catch(setError);
    setPending(false);
  };
  return (
    <Stack>
      <Progress value={all === 0 ? 0 : (done / all) * 100} aria-label={text.progress(done, all)} />
      <Text role="status">
        {state === 'running' ? text.progress(done, all) : text.done(made.length)}
        {state === 'stopped' && ` (${text.stopped})`}
      </Text>
      <Group>
        {state === 'running' && (
          <Button variant="default" onClick={run.stop}>
            {text.stop}
          </Button>
        )}
        {state !== 'running' && (failed.length > 0 || done < all) && (
          <Button onClick={() => void run.again()}>{text.again}</Button>
        )}
        {state !== 'running' && (
          <Button variant="default" onClick={onTable}>
            {text.toTable}
          </Button>
        )}
        {state !== 'running' && made.length > 0 && (
          <Button variant="default" c="red" loading={pending} onClick={() => void undo()}>
            {text.undo}
          </Button>
        )}
      </Group>
      <ErrorAlert error={error} />
      {failed.length > 0 && (
        <div role="alert">
          <Text size="sm">{text.failed(failed.length)}</Text>
          <ul>
            {failed.map(({ line, message }) => (
              <li key={line}>
                <Text size="sm" className="any-text">
                  {text.line} {line}: {message}
                </Text>
              </li>
            ))}
          </ul>
        </div>
      )}
      <ul>
        {made.map(({ line, postId, channel }) => (
          <li key={postId}>
            <Anchor component={Link} to={`/posts/${postId}`} size="sm">
              {text.postOf(line, isolated(channel))}
            </Anchor>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

interface LeaveImportProps {
  readonly isRunning: boolean;
  onStay(): void;
  onLeave(): void;
}

/** Asks before the page of an import is left that goes on, or whose table was changed by hand. */
export function LeaveImport({ isRunning, onStay, onLeave }: LeaveImportProps) {
  const { title, help, leave } = isRunning ? text.leave : text.leaveChanged;
  return (
    <Dialog title={title} onClose={onStay}>
      <Stack>
        <Text size="sm">{help}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onLeave}>
            {leave}
          </Button>
          <Button onClick={onStay} data-autofocus>
            {text.leave.stay}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
