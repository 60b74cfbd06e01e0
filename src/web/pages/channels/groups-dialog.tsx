import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { change, useChange } from '../../api/change.ts';
import { http, type Answer } from '../../api/client.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { Row, Rows } from '../settings/section.tsx';

const text = strings.channels.group;
type ChannelGroup = Answer<'listChannelGroups'>[number];

interface GroupsDialogProps {
  readonly opened: boolean;
  onClose(): void;
  readonly groups: readonly ChannelGroup[];
}

/** All channel groups: made, renamed and deleted here. */
export function GroupsDialog({ opened, onClose, groups }: GroupsDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.manageTitle} size="lg">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {text.help}
        </Text>
        {groups.length === 0 ? (
          <Text size="sm">{text.empty}</Text>
        ) : (
          <Rows>
            {groups.map((group) => (
              <GroupRow key={group.id} group={group} />
            ))}
          </Rows>
        )}
        <NewGroup />
      </Stack>
    </Dialog>
  );
}

function NewGroup() {
  const [name, setName] = useState('');
  const create = useChange('post', '/channel-groups', { onSuccess: () => setName('') });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({ body: { name } });
      }}
    >
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <TextInput
            label={text.fresh}
            placeholder={text.name}
            value={name}
            maxLength={200}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" disabled={!name.trim()} loading={create.isPending}>
            {text.create}
          </Button>
        </Group>
        <ErrorAlert error={create.error} />
      </Stack>
    </form>
  );
}

function GroupRow({ group: { id, name, channels } }: { group: ChannelGroup }) {
  const [renaming, setRenaming] = useState(false);
  if (renaming) return <RenameRow group={{ id, name }} onDone={() => setRenaming(false)} />;
  return (
    <Row title={<bdi>{name}</bdi>} detail={text.channels(channels)}>
      <Button size="compact-sm" variant="default" onClick={() => setRenaming(true)}>
        {text.rename}
      </Button>
      <ConfirmButton
        size="compact-sm"
        label={text.remove}
        question={text.removeQuestion(isolated(name))}
        help={text.removeHelp}
        onConfirm={() => change(http.DELETE('/channel-groups/{id}', { params: { path: { id } } }))}
      />
    </Row>
  );
}

function RenameRow({ group, onDone }: { group: Pick<ChannelGroup, 'id' | 'name'>; onDone(): void }) {
  const [name, setName] = useState(group.name);
  const rename = useChange('patch', '/channel-groups/{id}', { onSuccess: onDone });
  return (
    <Row
      title={
        <form
          id={`rename-${group.id}`}
          onSubmit={(event) => {
            event.preventDefault();
            rename.mutate({ params: { path: { id: group.id } }, body: { name } });
          }}
        >
          <TextInput
            aria-label={text.renameOf(isolated(group.name))}
            value={name}
            maxLength={200}
            autoFocus
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <ErrorAlert error={rename.error} />
        </form>
      }
    >
      <Button size="compact-sm" variant="default" onClick={onDone}>
        {strings.common.cancel}
      </Button>
      <Button
        size="compact-sm"
        type="submit"
        form={`rename-${group.id}`}
        loading={rename.isPending}
        disabled={!name.trim()}
      >
        {strings.common.save}
      </Button>
    </Row>
  );
}
