import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface SectionProps {
  readonly title: string;
  /** Beside the title: a date, a number. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the home page with its heading. */
export function Section({ title, beside, children }: SectionProps) {
  return (
    <Stack gap="sm" component="section" aria-label={title}>
      <Group gap="sm" align="baseline">
        <Title order={2}>{title}</Title>
        {beside && (
          <Text component="span" size="sm" c="dimmed">
            {beside}
          </Text>
        )}
      </Group>
      {children}
    </Stack>
  );
}
