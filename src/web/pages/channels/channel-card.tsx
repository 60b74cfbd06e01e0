import { Anchor, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { api, type Answer } from '../../api/client.ts';
import { goToNetwork } from '../../api/go-to-network.ts';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Icon } from '../../components/icon.tsx';
import { useRedirecting } from '../../components/use-redirecting.ts';
import { DateTime, formatDate, formatDuration, useZone, isLate } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import { ChannelMenu } from './channel-menu.tsx';
import type { Channel } from './channel.ts';
import classes from './channels.module.css';
import { formatPostingTime } from './posting-time.ts';
import { troublesOf } from './troubles.ts';

const text = strings.channels;

interface ChannelCardProps {
  readonly channel: Channel;
  readonly groups: Answer<'listChannelGroups'>;
  readonly admin: boolean;
  onReconnect(channel: Channel): void;
}

/** One channel: who it is, how it is, and what can be done about it. */
export function ChannelCard({ channel, groups, admin, onReconnect }: ChannelCardProps) {
  const { name, network, profile, refreshNeeded, disabled } = channel;
  return (
    <Paper withBorder className={classes.card} data-quiet={disabled || undefined}>
      <Group wrap="nowrap" gap="sm" align="flex-start">
        <ChannelAvatar channel={channel} size={44} />
        <div className={classes.who}>
          <Title order={2} className={classes.name}>
            <bdi>{name}</bdi>
          </Title>
          <Text size="xs" c="dimmed" truncate>
            {network}
            {profile && profile !== name && (
              <>
                {' · '}
                <bdi>{profile}</bdi>
              </>
            )}
          </Text>
        </div>
        {admin && <ChannelMenu channel={channel} groups={groups} />}
      </Group>
      <Group gap="xs">
        <StateOf channel={channel} />
        {channel.group && (
          <Badge variant="light" color="gray" tt="none" leftSection={<Icon name="folder" size={12} />}>
            <bdi>{channel.group.name}</bdi>
          </Badge>
        )}
      </Group>
      <Facts channel={channel} />
      <Troubles channel={channel} />
      {admin && refreshNeeded && <Reconnect channel={channel} onReconnect={onReconnect} />}
    </Paper>
  );
}

function StateOf({ channel: { refreshNeeded, disabled } }: { channel: Channel }) {
  const [state, color] = disabled
    ? (['disabled', 'gray'] as const)
    : refreshNeeded
      ? (['reconnect', 'orange'] as const)
      : (['connected', 'green'] as const);
  return (
    <Badge variant="light" tt="none" color={color}>
      {text.states[state]}
    </Badge>
  );
}

function Facts({ channel: { lastPublished, waiting, held, postingTimes, expiresAt } }: { channel: Channel }) {
  const { facts } = text;
  return (
    <dl className={classes.facts}>
      <dt>{facts.last}</dt>
      <dd>
        {lastPublished?.at ? (
          <>
            <Anchor component={Link} to={`/posts/${lastPublished.postId}`} inherit>
              <DateTime date={lastPublished.at} relative />
            </Anchor>
            {isLate(lastPublished.latenessMs) && (
              <span className={classes.quiet}> · {facts.late(formatDuration(lastPublished.latenessMs))}</span>
            )}
          </>
        ) : (
          facts.never
        )}
      </dd>
      <dt>{facts.waiting}</dt>
      <dd>
        {facts.posts(waiting)}
        {held > 0 && <span className={classes.warning}> · {facts.held(held)}</span>}
      </dd>
      <dt>{facts.times}</dt>
      <dd>{postingTimes.length === 0 ? facts.noTimes : postingTimes.map(formatPostingTime).join(', ')}</dd>
      {expiresAt && (
        <>
          <dt>{facts.expires}</dt>
          <dd>
            <DateTime date={expiresAt} relative />
          </dd>
        </>
      )}
    </dl>
  );
}

/** Everything that holds posts up, each in a sentence. */
function Troubles({ channel }: { channel: Channel }) {
  const zone = useZone();
  return troublesOf(channel, (iso) => formatDate(iso, zone)).map((text) => (
    <Trouble key={text}>{text}</Trouble>
  ));
}

function Trouble({ children }: { children: ReactNode }) {
  return (
    <div className={classes.trouble}>
      <Icon name="alert-triangle" size={16} />
      <Text size="xs" component="div" className="any-text">
        {children}
      </Text>
    </div>
  );
}

/** On the network itself where it has a consent page, otherwise by its form. */
function Reconnect({ channel, onReconnect }: Pick<ChannelCardProps, 'channel' | 'onReconnect'>) {
  const { id, identifier } = channel;
  const { data } = api.useQuery('get', '/integrations/providers');
  const [failure, setFailure] = useState<unknown>(null);
  const [redirecting, setRedirecting] = useRedirecting();
  const network = data?.find((one) => one.identifier === identifier);
  if (!network || network.connect === 'none') return null;
  const go = async (): Promise<void> => {
    if (network.connect !== 'oauth' || !network.ready) return onReconnect(channel);
    setRedirecting(true);
    await goToNetwork(identifier, { refresh: id }).catch((error: unknown) => {
      setFailure(error);
      setRedirecting(false);
    });
  };
  return (
    <Stack gap="xs">
      <ErrorAlert error={failure} />
      <Button
        leftSection={<Icon name="plug-connected" size={18} />}
        loading={redirecting}
        onClick={() => void go()}
      >
        {text.reconnect}
      </Button>
    </Stack>
  );
}
