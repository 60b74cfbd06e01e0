import { Group, NativeSelect, SegmentedControl, Stack } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { api, type Answer } from '../../api/client.ts';
import { PageLayout } from '../../components/page-layout.tsx';
import { strings } from '../../strings/index.ts';
import { numbers as text } from '../../strings/numbers.ts';
import { BestPosts } from './best-posts.tsx';
import { ChannelNumbers } from './channel-numbers.tsx';
import { PERIODS, type Chosen } from './chosen.ts';
import { PostNumbers } from './post-numbers.tsx';

/** What the networks count: of every channel, and of the posts of a period. */
export default function NumbersPage() {
  const [params, setParams] = useSearchParams();
  const { data: channels } = api.useQuery('get', '/channels');
  const days = PERIODS.find((period) => String(period) === params.get('days')) ?? 30;
  const [kind, value = ''] = (params.get('of') ?? '').split(':');
  const filter = kind === 'channel' || kind === 'network' ? { [kind]: value } : {};
  const chosen: Chosen = { days, ...filter };
  const change = (name: string, next: string): void => {
    params.delete(name);
    setParams(next ? { ...Object.fromEntries(params), [name]: next } : params, { replace: true });
  };
  return (
    <PageLayout title={strings.common.nav.numbers} width="wide">
      <Group gap="sm">
        <SegmentedControl
          aria-label={text.period}
          value={String(days)}
          data={PERIODS.map((period) => ({ value: String(period), label: text.days(String(period)) }))}
          onChange={(next) => change('days', next)}
        />
        <ChannelFilter
          channels={channels ?? []}
          value={params.get('of') ?? ''}
          onChange={(next) => change('of', next)}
        />
      </Group>
      <Stack gap={40} key={JSON.stringify(chosen)}>
        <ChannelNumbers chosen={chosen} />
        <BestPosts chosen={chosen} />
        {channels?.length !== 0 && <PostNumbers chosen={chosen} />}
      </Stack>
    </PageLayout>
  );
}

interface ChannelFilterProps {
  readonly channels: Answer<'listChannels'>;
  /** "network:discord", "channel:0190…", or empty. */
  readonly value: string;
  onChange(next: string): void;
}

/** All channels, those of a network, or one alone. */
function ChannelFilter({ channels, value, onChange }: ChannelFilterProps) {
  const networks = new Map(channels.map(({ identifier, network }) => [identifier, network]));
  if (channels.length < 2) return null;
  return (
    <NativeSelect
      aria-label={text.filter}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[
        { value: '', label: text.all },
        {
          group: text.networks,
          items: [...networks].map(([identifier, label]) => ({ value: `network:${identifier}`, label })),
        },
        {
          group: text.channels,
          items: channels.map(({ id, name, network }) => ({
            value: `channel:${id}`,
            label: `${name} (${network})`,
          })),
        },
      ]}
    />
  );
}
