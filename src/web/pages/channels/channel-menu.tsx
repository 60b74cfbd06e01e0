import { ActionIcon, Menu } from '@mantine/core';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { http, type Answer } from '../../api/client.ts';
import { ConfirmDialog } from '../../components/confirm-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import type { Channel } from './channels.tsx';
import { GroupOfDialog } from './group-of-dialog.tsx';
import { PostingTimesDialog } from './posting-times-dialog.tsx';

const text = strings.channels;

interface ChannelMenuProps {
  readonly channel: Channel;
  readonly groups: Answer<'listChannelGroups'>;
}

/** What an admin can do with a channel. */
export function ChannelMenu({ channel, groups }: ChannelMenuProps) {
  const [open, setOpen] = useState<'times' | 'group' | 'disable' | 'remove' | null>(null);
  const { id, name, disabled, waiting, held } = channel;
  const named = isolated(name);
  const close = (): void => setOpen(null);
  const setDisabled = (next: boolean): Promise<void> =>
    change(http.PATCH('/channels/{id}', { params: { path: { id } }, body: { disabled: next } }));
  return (
    <>
      <Menu position="bottom-end" width={210} withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={36} aria-label={text.menu(named)}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="clock" size={16} />} onClick={() => setOpen('times')}>
            {text.times.action}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="folder" size={16} />} onClick={() => setOpen('group')}>
            {text.group.action}
          </Menu.Item>
          <Menu.Divider />
          {disabled ? (
            <Menu.Item
              leftSection={<Icon name="player-play" size={16} />}
              onClick={() => void setDisabled(false)}
            >
              {text.disable.undo}
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<Icon name="player-pause" size={16} />}
              onClick={() => setOpen('disable')}
            >
              {text.disable.action}
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            leftSection={<Icon name="trash" size={16} />}
            onClick={() => setOpen('remove')}
          >
            {text.remove.action}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <PostingTimesDialog opened={open === 'times'} onClose={close} channel={channel} />
      <GroupOfDialog opened={open === 'group'} onClose={close} channel={channel} groups={groups} />
      <ConfirmDialog
        opened={open === 'disable'}
        onClose={close}
        label={text.disable.action}
        question={text.disable.question(named)}
        help={text.disable.help(waiting)}
        onConfirm={() => setDisabled(true)}
      />
      <ConfirmDialog
        opened={open === 'remove'}
        onClose={close}
        label={text.remove.action}
        question={text.remove.question(named)}
        help={text.remove.help(Math.max(waiting, held))}
        onConfirm={() => change(http.DELETE('/integrations/{id}', { params: { path: { id } } }))}
      />
    </>
  );
}
