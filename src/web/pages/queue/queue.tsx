import { Alert, Button, Group, Menu, NativeSelect, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api } from '../../api/client.ts';
import { now } from '../../api/server-clock.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageLayout } from '../../components/page-layout.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { useZone } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import type { Channel } from '../channels/channel.ts';
import { PostingTimesDialog } from '../channels/posting-times-dialog.tsx';
import { isAdmin, useMe } from '../settings/layout.tsx';
import { QueueList } from './queue-list.tsx';
import { afterDrop, inOrder, movable, rowsOf, shuffled, spread } from './rows.ts';
import { SpreadDialog } from './spread-dialog.tsx';
import { useReschedule, type Dates } from '../../components/use-reschedule.ts';

const text = strings.queue;
const DAYS = 90;
const REFRESH_MS = 15_000;

/** What a channel publishes next: its posts and its free posting times, in an order that one drags. */
export default function QueuePage() {
  const { data: channels, error, isPending } = api.useQuery('get', '/channels', {}, { staleTime: 60_000 });
  const [params, setParams] = useSearchParams();
  const inUse = channels?.filter(({ disabled }) => !disabled) ?? [];
  const channel = inUse.find(({ id }) => id === params.get('channel')) ?? inUse[0];
  return (
    <PageLayout title={text.title} width="wide">
      <Stack gap="md">
        <ErrorAlert error={error} />
        {isPending && <Loading />}
        {channels && !channel && (
          <EmptyState
            title={text.noChannels}
            help=""
            action={
              <Button component={Link} to="/channels">
                {text.connect}
              </Button>
            }
          />
        )}
        {channel && (
          <>
            <NativeSelect
              label={text.channel}
              maw={360}
              value={channel.id}
              data={inUse.map(({ id, name, network }) => ({ value: id, label: `${name} · ${network}` }))}
              onChange={({ currentTarget }) => setParams({ channel: currentTarget.value })}
            />
            <ChannelQueue key={channel.id} channel={channel} />
          </>
        )}
      </Stack>
    </PageLayout>
  );
}

const Loading = () => (
  <Waiting>
    <Skeleton height={420} radius="lg" />
  </Waiting>
);

/** The range begins with the minute in which the page was opened: it stays one question. */
function useQueue(channel: string) {
  const [from] = useState(() => Math.floor(now() / 60_000) * 60_000);
  const query = {
    channel,
    state: 'QUEUE' as const,
    from: new Date(from).toISOString(),
    to: new Date(from + DAYS * 86_400_000).toISOString(),
  };
  return api.useQuery('get', '/calendar', { params: { query } }, { refetchInterval: REFRESH_MS });
}

function ChannelQueue({ channel }: { channel: Channel }) {
  const zone = useZone();
  const mayChangeTimes = isAdmin(useMe());
  const { data, error } = useQueue(channel.id);
  const { dates, announced, pending, change: reschedule } = useReschedule();
  const [opened, setOpened] = useState<'times' | 'spread' | null>(null);
  const close = (): void => setOpened(null);
  if (!data) return error ? <ErrorAlert error={error} /> : <Loading />;
  const rows = rowsOf(data, dates);
  const posts = movable(rows);
  const change = (wanted: Dates, done: string, onlyFree = false): void =>
    void reschedule(posts, wanted, { done, failed: text.failed, onlyFree });
  return (
    <>
      <VisuallyHidden role="status">{announced}</VisuallyHidden>
      <Group gap="xs">
        <Button component={Link} to={`/compose?channel=${channel.id}`}>
          {text.add}
        </Button>
        <Button variant="default" onClick={() => setOpened('times')} disabled={!mayChangeTimes}>
          {text.times}
        </Button>
        <Menu position="bottom-start">
          <Menu.Target>
            <Button
              variant="default"
              disabled={posts.length < 2 || pending}
              rightSection={<Icon name="chevron-down" size={16} />}
            >
              {text.arrange}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => change(inOrder(posts, shuffled(posts)), text.shuffled)}>
              {text.shuffle}
            </Menu.Item>
            <Menu.Item onClick={() => setOpened('spread')}>{text.spread.open}</Menu.Item>
            <Menu.Item component={Link} to="/posts/import">
              {strings.table.link}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <ErrorAlert error={error} />
      {channel.postingTimes.length === 0 && <Alert color="orange">{text.noTimes}</Alert>}
      {data.truncated && <Alert color="orange">{text.truncated}</Alert>}
      {rows.length === 0 ? (
        <EmptyState title={text.empty} help={text.emptyHelp} />
      ) : (
        <QueueList
          rows={rows}
          zone={zone}
          channelId={channel.id}
          busy={pending}
          onDrop={(key, over) => {
            const isFree = rows.some((row) => row.key === over && !row.post);
            change(afterDrop(rows, key, over), text.moved, isFree);
          }}
        />
      )}
      <PostingTimesDialog opened={opened === 'times'} onClose={close} channel={channel} />
      {opened === 'spread' && (
        <SpreadDialog
          count={posts.length}
          zone={zone}
          onClose={close}
          onSpread={(first, last) => {
            close();
            change(spread(posts, first, last), text.spread.done(posts.length));
          }}
        />
      )}
    </>
  );
}
