import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { IconName } from '../look/icon-names.ts';
import classes from './empty-state.module.css';
import { Icon } from './icon.tsx';

interface EmptyStateProps {
  /** What would be here. */
  readonly title: string;
  /** What it is good for, in a sentence. */
  readonly help?: ReactNode;
  /** The one thing to do next. */
  readonly action?: ReactNode;
  readonly picture?: IconName;
}

/** In place of a list without entries: what it is for, and how to get the first entry. */
export function EmptyState({ title, help, action, picture }: EmptyStateProps) {
  return (
    <Stack align="center" gap="sm" className={classes.empty}>
      {picture && (
        <span className={classes.picture}>
          <Icon name={picture} size={28} />
        </span>
      )}
      <Title order={2} ta="center">
        {title}
      </Title>
      {help && (
        <Text component="div" c="dimmed" ta="center" size="sm" maw={440}>
          {help}
        </Text>
      )}
      {action && <div className={classes.action}>{action}</div>}
    </Stack>
  );
}
