import { Button, Chip, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '../../api/client.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Icon } from '../../components/icon.tsx';
import { LoadingRows } from '../../components/loading.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { useZone } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import { isAdmin, useMe } from '../settings/layout.tsx';
import { ChannelCard } from './channel-card.tsx';
import type { Channel } from './channel.ts';
import classes from './channels.module.css';
import { GroupsDialog } from './groups-dialog.tsx';
import { ConnectDialog, NetworkGrid, useConnecting } from './networks.tsx';

const text = strings.channels;

const LOOK_EVERY_MS = 30_000;

/** The channels of the organisation, and the networks where another one can be connected. */
export default function ChannelsPage() {
  const me = useMe();
  const admin = isAdmin(me);
  const { data, error } = api.useQuery('get', '/channels', {}, { refetchInterval: LOOK_EVERY_MS });
  const { networks, connecting, connect, reconnect, clear } = useConnecting(admin);
  return (
    <PageLayout
      title={text.title}
      width="wide"
      actions={
        admin &&
        data &&
        data.length > 0 && (
          <Button component="a" href="#networks" leftSection={<Icon name="plus" size={18} />}>
            {text.connect}
          </Button>
        )
      }
    >
      <Stack gap={40}>
        <ErrorAlert error={error} />
        {!data && !error && <LoadingRows rows={2} height={160} />}
        {data?.length === 0 && (
          <EmptyState
            title={admin ? text.empty : text.emptyMember}
            help={admin ? text.emptyHelp : text.emptyMemberHelp}
            picture="plug-connected"
          />
        )}
        {data && data.length > 0 && <ChannelList channels={data} admin={admin} onReconnect={reconnect} />}
        {admin && <NetworkGrid networks={networks} onChoose={connect} />}
      </Stack>
      {admin && <ConnectDialog connecting={connecting} onClose={clear} />}
    </PageLayout>
  );
}

interface ChannelListProps {
  readonly channels: readonly Channel[];
  readonly admin: boolean;
  /** Opens the form of its network. */
  onReconnect(channel: Channel): void;
}

function ChannelList({ channels, admin, onReconnect }: ChannelListProps) {
  const { data: groups = [] } = api.useQuery('get', '/channel-groups');
  const [group, setGroup] = useState('');
  const [managing, setManaging] = useState(false);
  const zone = useZone();
  // A group that was deleted meanwhile filters nothing.
  const chosen = groups.some(({ id }) => id === group) ? group : '';
  const shown = channels.filter((channel) => !chosen || channel.group?.id === chosen);
  const latest = useConnectedChannel(channels);
  return (
    <section aria-label={text.yours}>
      {(groups.length > 0 || admin) && (
        <Group justify="space-between" mb="md" gap="sm">
          {groups.length > 0 ? (
            <Chip.Group value={chosen} onChange={setGroup}>
              <Group gap="xs" role="radiogroup" aria-label={text.group.filter}>
                <Chip value="" size="sm">
                  {text.group.all}
                </Chip>
                {groups.map(({ id, name }) => (
                  <Chip key={id} value={id} size="sm">
                    <bdi>{name}</bdi>
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
          ) : (
            <span />
          )}
          {admin && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<Icon name="folder" size={16} />}
              onClick={() => setManaging(true)}
            >
              {text.group.manage}
            </Button>
          )}
        </Group>
      )}
      <ul className={classes.cards}>
        {shown.map((channel) => (
          <li key={channel.id} id={`channel-${channel.id}`} data-latest={channel.id === latest || undefined}>
            <ChannelCard channel={channel} groups={groups} admin={admin} onReconnect={onReconnect} />
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" mt="sm">
        {text.zone(zone)}
      </Text>
      <GroupsDialog opened={managing} onClose={() => setManaging(false)} groups={groups} />
    </section>
  );
}

/** The id of the channel that was just connected, which the URL names; its card is brought into view. */
function useConnectedChannel(channels: readonly Channel[]): string | undefined {
  const { hash } = useLocation();
  const id = channels.find((channel) => hash === `#channel-${channel.id}`)?.id;
  useEffect(() => {
    if (id) document.getElementById(`channel-${id}`)?.scrollIntoView({ block: 'center' });
  }, [id]);
  return id;
}
