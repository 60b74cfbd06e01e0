import { Button, Group, Paper, Radio, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import type { Schemas } from '../../api/client.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { strings } from '../../strings/index.ts';

type Decision = 'published' | 'resend' | 'drop';
const text = strings.post.resolve;

/** Asks a person what happened to an unconfirmed post. */
export function ResolvePost({ post }: { post: Schemas['PostDetail'] }) {
  const [decision, setDecision] = useState<Decision | null>(null);
  const [url, setUrl] = useState('');
  const resolve = useChange('post', '/posts/{id}/resolve');
  const send = (chosen: Decision): void =>
    resolve.mutate({
      params: { path: { id: post.id } },
      body: { decision: chosen, ...(chosen === 'published' && url ? { url } : {}) },
    });
  return (
    <Paper
      withBorder
      p="md"
      component="form"
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault();
        if (decision) send(decision);
      }}
    >
      <Stack gap="sm">
        <Title order={2}>{text.title}</Title>
        <Text size="sm">{text.help}</Text>
        <Radio.Group
          value={decision}
          onChange={(value) => setDecision(value as Decision)}
          aria-label={text.title}
        >
          <Stack gap="xs">
            {(['published', 'resend', 'drop'] as const).map((value) => (
              <Radio key={value} value={value} label={text[value]} description={text[`${value}Help`]} />
            ))}
          </Stack>
        </Radio.Group>
        {decision === 'published' && (
          <TextInput
            type="url"
            label={text.url}
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
          />
        )}
        <ErrorAlert error={resolve.error} />
        <Group>
          <Button type="submit" disabled={!decision} loading={resolve.isPending}>
            {strings.common.save}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
