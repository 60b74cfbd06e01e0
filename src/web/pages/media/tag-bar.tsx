import { Button, Group, Paper, Stack, TagsInput, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { api } from '../../api/client.ts';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { notifySaved } from '../../components/notify.ts';
import { mediaTags as text } from '../../strings/media-tags.ts';

/** Gives the chosen files tags, or takes tags away from them. */
export function TagBar({ chosen }: { chosen: readonly string[] }) {
  const [tags, setTags] = useState<string[]>([]);
  const { data } = api.useQuery('get', '/media/tags');
  const save = useChange('post', '/media/tags', {
    onSuccess: () => {
      setTags([]);
      notifySaved(text.tags);
    },
  });
  const disabled = chosen.length === 0 || tags.length === 0 || save.isPending;
  const change = (how: 'add' | 'remove'): void =>
    save.mutate({ body: { ids: [...chosen], add: [], remove: [], [how]: tags } });
  return (
    <Paper component="section" aria-label={text.tags} withBorder p="md">
      <Stack gap="sm">
        <Text size="sm" role="status">
          {text.selected(chosen.length)}
        </Text>
        <TagsInput
          label={text.tags}
          description={text.help}
          data={data?.tags ?? []}
          maxTags={20}
          maxLength={50}
          value={tags}
          onChange={setTags}
        />
        <ErrorAlert error={save.error} />
        <Group gap="sm">
          <Button disabled={disabled} onClick={() => change('add')}>
            {text.add}
          </Button>
          <Button variant="default" disabled={disabled} onClick={() => change('remove')}>
            {text.remove}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}
