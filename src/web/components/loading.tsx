import { Skeleton, Stack } from '@mantine/core';
import { strings } from '../strings/index.ts';
import classes from './loading.module.css';

/** The outline of a page that cannot be shown yet. */
export function Loading() {
  return (
    <div role="status" aria-label={strings.common.loading} className={classes.page}>
      <Skeleton height={28} width="40%" mb="lg" />
      <Lines rows={3} height={72} />
    </div>
  );
}

interface LoadingRowsProps {
  /** Default: 3. */
  readonly rows?: number;
  /** Of each row, in pixels; default: 56. */
  readonly height?: number;
}

/** The outline of a list that cannot be shown yet. */
export function LoadingRows({ rows = 3, height = 56 }: LoadingRowsProps) {
  return (
    <div role="status" aria-label={strings.common.loading}>
      <Lines rows={rows} height={height} />
    </div>
  );
}

function Lines({ rows, height }: Required<LoadingRowsProps>) {
  return (
    <Stack gap="sm">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} radius="lg" />
      ))}
    </Stack>
  );
}
