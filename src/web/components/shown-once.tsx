import { Alert, Code, Group, Stack, Text } from '@mantine/core';
import { CopyButton } from './copy-button.tsx';

/** A secret that is shown only once, with a button that copies it. It is not stored. */
export function ShownOnce({ label, help, value }: { label: string; help: string; value: string }) {
  return (
    <Alert color="green" title={label} role="status">
      <Stack gap="xs">
        <Text size="sm">{help}</Text>
        <Group gap="sm">
          <Code className="any-text" fz="sm" data-secret>
            {value}
          </Code>
          <CopyButton value={value} label={label} />
        </Group>
      </Stack>
    </Alert>
  );
}
