import { Badge, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { change } from '../../api/change.ts';
import { api, http, type Answer } from '../../api/client.ts';
import { goToNetwork } from '../../api/go-to-network.ts';
import { AccountPicture } from '../../components/account-picture.tsx';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { isolated } from '../../format/text.ts';
import { strings } from '../../strings/index.ts';
import { ConnectChannel } from './connect-channel.tsx';

import { isAdmin, useMe } from './layout.tsx';
import { Row, Rows, Section } from './section.tsx';

type Channel = Answer<'listIntegrations'>[number];
type Network = Answer<'listProviders'>[number];
const { channels: text, nav } = strings.settings;

/** The channels of the organisation, and a form that connects another one. */
export default function ChannelsPage() {
  const me = useMe();
  return (
    <>
      <ChannelList />
      {isAdmin(me) && <ConnectChannel />}
    </>
  );
}

function ChannelList() {
  const me = useMe();
  const { data, error } = api.useQuery('get', '/integrations');
  const networks = api.useQuery('get', '/integrations/providers', {}, { enabled: isAdmin(me) });
  const [failure, setFailure] = useState<unknown>(null);
  return (
    <Section title={nav.channels} help={text.help}>
      <ErrorAlert error={error ?? failure} />
      {data?.length === 0 && <Text size="sm">{text.none}</Text>}
      {data && data.length > 0 && (
        <Rows>
          {data.map((channel) => (
            <ChannelRow
              key={channel.id}
              channel={channel}
              network={networks.data?.find(({ identifier }) => identifier === channel.identifier)}
              onFailure={setFailure}
            />
          ))}
        </Rows>
      )}
    </Section>
  );
}

interface ChannelRowProps {
  readonly channel: Channel;
  /** Undefined for people who may not connect channels. */
  readonly network: Network | undefined;
  onFailure(error: unknown): void;
}

function ChannelRow({ channel, network, onFailure }: ChannelRowProps) {
  const me = useMe();
  const { id, name, identifier, picture, profile, disabled, refreshNeeded } = channel;
  return (
    <Row
      title={
        <Group gap="sm" wrap="nowrap">
          <AccountPicture picture={picture} name={name} size={32} />
          <bdi>{name}</bdi>
        </Group>
      }
      detail={
        <>
          {network?.name ?? identifier}
          {profile && (
            <>
              {' '}
              · <bdi>{profile}</bdi>
            </>
          )}
        </>
      }
    >
      <Badge variant="light" tt="none" color={refreshNeeded ? 'orange' : disabled ? 'gray' : 'green'}>
        {refreshNeeded ? text.needsReconnect : disabled ? text.disabled : text.connected}
      </Badge>
      {isAdmin(me) && network?.connect === 'oauth' && (
        <Button
          size="compact-sm"
          variant={refreshNeeded ? 'filled' : 'default'}
          onClick={() => void goToNetwork(identifier, { refresh: id }).catch(onFailure)}
        >
          {text.reconnect}
        </Button>
      )}
      {isAdmin(me) && (
        <ConfirmButton
          size="compact-sm"
          label={text.disconnect}
          question={text.disconnectQuestion(isolated(name))}
          help={text.disconnectHelp}
          onConfirm={() => change(http.DELETE('/integrations/{id}', { params: { path: { id } } }))}
        />
      )}
    </Row>
  );
}
