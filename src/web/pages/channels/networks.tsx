import { Badge, Group, Stack, Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { api } from '../../api/client.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { NetworkMark } from '../../components/network-mark.tsx';
import { useLast } from '../../components/use-last.ts';
import { ShownOnce } from '../../components/shown-once.tsx';
import { isolated } from '../../format/text.ts';
import { popular } from '../../look/layouts.ts';
import { strings } from '../../strings/index.ts';
import { words } from '../../strings/networks.ts';
import type { Channel } from './channel.ts';
import classes from './channels.module.css';
import { ConnectForm, type Generated } from './connect-form.tsx';
import type { Network } from './network.ts';
import { ConnectSteps } from './connect-steps.tsx';

const text = strings.channels;
/** With fewer, all are seen at once. */
const SEARCH_FROM = 13;

/** What a person is connecting in the dialog. */
export interface Connecting {
  readonly network: Network;
  /** The channel whose account it must be; null for a new one. */
  readonly channel: Pick<Channel, 'id' | 'name' | 'profile' | 'connectFields'> | null;
}

/** The networks, and what a person is connecting. `state.connect` of the location chooses a network. */
export function useConnecting(enabled: boolean) {
  const { data } = api.useQuery('get', '/integrations/providers', {}, { enabled });
  const preselected = (useLocation().state as { connect?: string } | null)?.connect;
  const [identifier, setIdentifier] = useState<string | null>(preselected ?? null);
  const [channel, setChannel] = useState<Channel | null>(null);
  const networks = (data ?? []).filter(({ connect }) => connect !== 'none');
  const network = networks.find((one) => one.identifier === identifier);
  const show = (next: string | null, selected: Channel | null): void => {
    setIdentifier(next);
    setChannel(selected);
  };
  return {
    networks,
    connecting: network ? { network, channel } : null,
    connect: (next: string): void => show(next, null),
    reconnect: (selected: Channel): void => show(selected.identifier, selected),
    clear: (): void => show(null, null),
  };
}

/** Those that can be connected at once come first, then the popular ones; the others stay by name. */
function placeOf({ identifier, ready, credentials }: Network): number {
  const found = popular.indexOf(identifier);
  const place = found < 0 ? popular.length : found;
  return ready || credentials ? place : place + popular.length + 1;
}

interface NetworkGridProps {
  readonly networks: readonly Network[];
  onChoose(identifier: string): void;
}

/** Every network where a channel can be connected, with its mark. */
export function NetworkGrid({ networks, onChoose }: NetworkGridProps) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = networks
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
  return (
    <Stack
      component="section"
      id="networks"
      aria-label={text.networks.title}
      gap="md"
      className={classes.section}
    >
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2}>{text.networks.title}</Title>
          <Text size="sm" c="dimmed">
            {text.networks.help}
          </Text>
        </div>
        {networks.length >= SEARCH_FROM && (
          <TextInput
            type="search"
            aria-label={text.networks.search}
            placeholder={text.networks.search}
            leftSection={<Icon name="search" size={16} />}
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        )}
      </Group>
      {networks.length > 0 && shown.length === 0 && <Text size="sm">{text.networks.none}</Text>}
      <ul className={classes.networks}>
        {shown.map(({ identifier, name, ready, credentials, unofficial }) => (
          <li key={identifier}>
            <UnstyledButton className={classes.network} onClick={() => onChoose(identifier)}>
              <NetworkMark provider={identifier} size={36} />
              <span>
                <span className={classes.networkName}>{name}</span>
                {unofficial && <Unofficial help={unofficial} />}
                {!ready && !credentials && <span className={classes.quiet}>{text.networks.notReady}</span>}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Stack>
  );
}

/**
 * Beside a network whose interface is not public; `help` explains what can break where no text nearby does.
 */
function Unofficial({ help }: { help?: string }) {
  return (
    <Badge
      size="sm"
      color="orange"
      variant="light"
      tt="none"
      fw={600}
      className={classes.unofficial}
      {...(help ? { title: words(help) } : {})}
    >
      {text.networks.unofficial}
    </Badge>
  );
}

interface ConnectDialogProps {
  readonly connecting: Connecting | null;
  onClose(): void;
}

/** The way to connect one network: its steps, and what it asks for. */
export function ConnectDialog({ connecting: now, onClose }: ConnectDialogProps) {
  const connecting = useLast(now);
  const [generated, setGenerated] = useState<Generated | null>(null);
  const close = (): void => {
    setGenerated(null);
    onClose();
  };
  return (
    <Dialog
      opened={now !== null}
      onClose={close}
      size="lg"
      title={
        connecting && (
          <Group gap="sm" wrap="nowrap">
            <NetworkMark provider={connecting.network.identifier} size={28} />
            {titleOf(connecting)}
            {connecting.network.unofficial && <Unofficial />}
          </Group>
        )
      }
    >
      {connecting && !generated && (
        <Stack gap="lg">
          {connecting.network.unofficial && <Text size="sm">{words(connecting.network.unofficial)}</Text>}
          <ConnectSteps network={connecting.network} />
          {connecting.channel && (
            <Text size="sm" className="any-text">
              {text.sameAccount(isolated(connecting.channel.profile ?? connecting.channel.name))}
            </Text>
          )}
          <ConnectForm
            key={`${connecting.network.identifier} ${connecting.channel?.id}`}
            network={connecting.network}
            refresh={connecting.channel?.id}
            known={connecting.channel?.connectFields}
            onConnected={(secret) => (secret ? setGenerated(secret) : close())}
          />
        </Stack>
      )}
      {generated && (
        <ShownOnce label={text.made(generated.label)} help={text.madeHelp} value={generated.value} />
      )}
    </Dialog>
  );
}

const titleOf = ({ network, channel }: Connecting): string =>
  channel ? text.reconnectDialog(isolated(channel.name)) : text.networks.dialog(network.name);
