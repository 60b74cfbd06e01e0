import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { answerOf } from '../../api/answer-of.ts';
import { http, type Answer } from '../../api/client.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import type { Channel } from './channel.ts';

const text = strings.channels.group;
/** Stands for a group that is yet to be made. */
const FRESH = 'fresh';

interface GroupOfProps {
  readonly channel: Channel;
  readonly groups: Answer<'listChannelGroups'>;
}

/** Which group a channel belongs to; a new one can be made here. */
export function GroupOfDialog({
  opened,
  onClose,
  ...props
}: GroupOfProps & { opened: boolean; onClose(): void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.title(isolated(props.channel.name))}>
      <GroupForm {...props} onDone={onClose} />
    </Dialog>
  );
}

function GroupForm({ channel, groups, onDone }: GroupOfProps & { onDone(): void }) {
  const [chosen, setChosen] = useState(channel.group?.id ?? (groups.length === 0 ? FRESH : ''));
  const [name, setName] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const save = async (): Promise<void> => {
    setPending(true);
    setError(null);
    try {
      const groupId = chosen === FRESH ? await createGroup(name) : chosen || null;
      await change(http.PATCH('/channels/{id}', { params: { path: { id: channel.id } }, body: { groupId } }));
      onDone();
    } catch (cause) {
      setError(cause);
    } finally {
      setPending(false);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {text.help}
        </Text>
        <NativeSelect
          label={text.label}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={[
            { value: '', label: text.none },
            ...groups.map(({ id, name: label }) => ({ value: id, label })),
            { value: FRESH, label: text.fresh },
          ]}
        />
        {chosen === FRESH && (
          <TextInput
            label={text.name}
            value={name}
            maxLength={200}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            data-autofocus
          />
        )}
        <ErrorAlert error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {strings.common.cancel}
          </Button>
          <Button type="submit" loading={pending} disabled={chosen === FRESH && !name.trim()}>
            {strings.common.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** @throws the API's error */
const createGroup = async (name: string): Promise<string> =>
  (await answerOf(http.POST('/channel-groups', { body: { name } }))).id;
