import { Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';

/** One part of a room: a heading, what it is about, and its content. */
export function Part({
  title,
  help,
  action,
  children,
}: {
  title: string;
  help?: string;
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Stack gap="sm" component="section" aria-label={title} mb="xl">
      <Group justify="space-between" align="center">
        <Title order={2}>{title}</Title>
        {action}
      </Group>
      {help && (
        <Text size="sm" c="dimmed">
          {help}
        </Text>
      )}
      {children}
    </Stack>
  );
}

/** Rows of a list in one frame. */
export function Rows({ children }: { children: ReactNode }) {
  return (
    <Paper withBorder component="ul" p={0} m={0} className="rows">
      {children}
    </Paper>
  );
}

/** One row: what it is, and what can be done with it. */
export function Row({
  title,
  detail,
  children,
}: {
  title: ReactNode;
  detail?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li>
      <Group justify="space-between" gap="sm" px="md" py="sm">
        <Stack gap={2} style={{ flex: '1 1 220px', minWidth: 0 }}>
          <Text component="div" fw={550} size="sm" className="any-text">
            {title}
          </Text>
          {detail && (
            <Text component="div" size="xs" c="dimmed" className="any-text">
              {detail}
            </Text>
          )}
        </Stack>
        <Group gap="xs">{children}</Group>
      </Group>
    </li>
  );
}

/** Text for a terminal or an editor, with a button that copies it. */
export function Snippet({ label, code }: { label: string; code: string }) {
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Text size="sm" fw={550}>
          {label}
        </Text>
        <CopyButton value={code} label={label} />
      </Group>
      <Code block tabIndex={0} aria-label={label}>
        {code}
      </Code>
    </Stack>
  );
}
