import { ActionIcon, Button, Paper, Progress, Text } from '@mantine/core';
import { isolated } from '../format/text.ts';
import { strings } from '../strings/index.ts';
import { Icon } from './icon.tsx';
import classes from './upload-list.module.css';
import type { Upload } from './use-uploads.ts';

const text = strings.media.uploads;

interface UploadListProps {
  readonly uploads: readonly Upload[];
  onRetry(key: string): void;
  onDismiss(key: string): void;
}

/** Files on their way, with their progress and what went wrong. */
export function UploadList({ uploads, onRetry, onDismiss }: UploadListProps) {
  if (uploads.length === 0) return null;
  return (
    <Paper withBorder component="ul" aria-label={text.label} className={classes.list}>
      {uploads.map((upload) => (
        <UploadRow
          key={upload.key}
          upload={upload}
          onRetry={() => onRetry(upload.key)}
          onDismiss={() => onDismiss(upload.key)}
        />
      ))}
    </Paper>
  );
}

/** One of them, in a list. */
export function UploadRow({
  upload: { name, progress, done, error, canRetry },
  onRetry,
  onDismiss,
}: {
  upload: Upload;
  onRetry(): void;
  onDismiss(): void;
}) {
  const named = isolated(name);
  return (
    <li className={classes.row}>
      <Icon name={error ? 'alert-triangle' : done ? 'circle-check' : 'upload'} size={18} />
      <div className={classes.words}>
        <Text size="sm" fw={550} truncate>
          <bdi>{name}</bdi>
        </Text>
        {!error && !done && (
          <Progress value={progress * 100} size="sm" aria-label={text.progress(named)} mt={6} />
        )}
        <Text size="xs" c={error ? 'red' : 'dimmed'} role={error ? 'alert' : 'status'} className="any-text">
          {error ?? (done ? text.done : null)}
        </Text>
      </div>
      {canRetry && error && (
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {text.retry}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        onClick={onDismiss}
        aria-label={error || done ? text.dismiss(named) : text.cancel(named)}
      >
        <Icon name="x" size={16} />
      </ActionIcon>
    </li>
  );
}
