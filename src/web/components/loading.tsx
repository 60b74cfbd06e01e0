import { Skeleton, Stack } from '@mantine/core';
import classes from './loading.module.css';
import { Waiting } from './waiting.tsx';

/** The outline of a page that cannot be shown yet. */
export function Loading() {
  return (
    <div className={classes.page}>
      <Waiting>
        <Skeleton height={28} width="40%" mb="lg" />
        <Lines rows={3} height={72} />
      </Waiting>
    </div>
  );
}

interface LoadingRowsProps {
  /** Default: 3. */
  readonly rows?: number;
  /** The height of each row, in pixels; default: 56. */
  readonly height?: number;
}

/** The outline of a list that cannot be shown yet. */
export function LoadingRows({ rows = 3, height = 56 }: LoadingRowsProps) {
  return (
    <Waiting>
      <Lines rows={rows} height={height} />
    </Waiting>
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
