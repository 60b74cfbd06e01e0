/** The building blocks of every settings page. */
import { Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';

interface SectionProps {
  readonly title: string;
  /** A sentence below the heading. */
  readonly help?: string;
  readonly children?: ReactNode;
}

/** A heading with the content that belongs to it; a page has one or several. */
export function Section({ title, help, children }: SectionProps) {
  return (
    <Stack gap="sm" component="section" aria-label={title} mb="xl">
      <Title order={2}>{title}</Title>
      {help && (
        <Text size="sm" c="dimmed">
          {help}
        </Text>
      )}
      {children}
    </Stack>
  );
}

/** A framed list; `Row`s are its children. */
export function Rows({ children }: { children: ReactNode }) {
  return (
    <Paper withBorder component="ul" p={0} m={0} className="rows">
      {children}
    </Paper>
  );
}

interface RowProps {
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  /** Buttons and badges at the end of the row. */
  readonly children?: ReactNode;
}

/** One entry of a list: what it is on the left, what can be done with it on the right. */
export function Row({ title, detail, children }: RowProps) {
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

/** Code for a terminal or an editor, with a button that copies it. */
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
