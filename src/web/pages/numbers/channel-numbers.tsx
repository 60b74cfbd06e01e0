import { Button, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, type Answer } from '../../api/client.ts';
import { ChannelAvatar } from '../../components/channel-avatar.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorAlert } from '../../components/error-alert.tsx';
import { LoadingRows } from '../../components/loading.tsx';
import { DateTime } from '../../format/date-time.tsx';
import { isolated } from '../../format/text.ts';
import { numbers as text } from '../../strings/numbers.ts';
import { formatChange, formatNumber, formatShare, type Chosen } from './chosen.ts';
import { CsvLink } from './csv-link.tsx';
import classes from './numbers.module.css';
import { Sparkline } from './sparkline.tsx';

type Channel = Answer<'listNumbers'>[number];
type Metric = Channel['metrics'][number];

/** A card has this many numbers at first. */
const SHOWN = 4;

/** A card for each channel; networks without numbers are named below. */
export function ChannelNumbers({ chosen }: { chosen: Chosen }) {
  const { data, error } = api.useQuery('get', '/numbers', { params: { query: chosen } });
  if (error) return <ErrorAlert error={error} />;
  if (!data) return <LoadingRows rows={2} height={180} />;
  const shown = data.filter(({ kind }) => kind !== 'none');
  const silent = data.filter(({ kind }) => kind === 'none').map(({ network }) => network);
  const without = [...new Set(silent)].join(', ');
  if (!shown.length) return <Nothing without={without} />;
  return (
    <section aria-labelledby="channels">
      <div className={classes.head}>
        <Title order={2} id="channels">
          {text.channels}
        </Title>
        <CsvLink report="channels" chosen={chosen} />
      </div>
      <ul className={classes.cards}>
        {shown.map((channel) => (
          <ChannelCard key={channel.id} channel={channel} />
        ))}
      </ul>
      {without && (
        <Text size="sm" c="dimmed" mt="md">
          {text.without(without)}
        </Text>
      )}
    </section>
  );
}

function Nothing({ without }: { without: string }) {
  if (without) return <EmptyState title={text.none} help={text.noneHelp(without)} picture="chart-line" />;
  return (
    <EmptyState
      title={text.noChannels}
      help={text.noChannelsHelp}
      picture="chart-line"
      action={
        <Button component={Link} to="/channels">
          {text.connect}
        </Button>
      }
    />
  );
}

function ChannelCard({ channel }: { channel: Channel }) {
  const { name, network, metrics, readAt, problem } = channel;
  const [isOpen, setIsOpen] = useState(false);
  const shown = isOpen ? metrics : metrics.slice(0, SHOWN);
  return (
    <li className={classes.card}>
      <div className={classes.who}>
        <ChannelAvatar channel={channel} size={36} />
        <div>
          <Title order={3} className="any-text">
            <bdi>{name}</bdi>
          </Title>
          <Text size="xs" c="dimmed">
            {network}
            {readAt && (
              <>
                {' · '}
                {text.readAt} <DateTime date={readAt} relative />
              </>
            )}
          </Text>
        </div>
      </div>
      {shown.length > 0 && (
        <dl className={classes.metrics}>
          {shown.map((metric) => (
            <MetricRow key={metric.label} metric={metric} />
          ))}
        </dl>
      )}
      {shown.length < metrics.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setIsOpen(true)}>
          {text.more(metrics.length - shown.length)}
        </Button>
      )}
      {notesOf(channel).map((note) => (
        <Text key={note} size="sm" c="dimmed" className="any-text">
          {note}
        </Text>
      ))}
      {problem && (
        <Text size="sm" className={`any-text ${classes.problem}`}>
          {text.problem(network, isolated(problem))}
        </Text>
      )}
    </li>
  );
}

/** Why there are none, or none any more. */
function notesOf({ isConnected, kind, ofPostsOnly, network, metrics, readAt, problem }: Channel): string[] {
  if (!isConnected) return [text.disconnected];
  if (kind === 'on_request') return [text.onRequest(network)];
  if (ofPostsOnly) return [text.ofPosts];
  if (metrics.length > 0 || problem) return [];
  return [readAt ? text.nothing : text.first];
}

function MetricRow({ metric: { label, total, before, series } }: { metric: Metric }) {
  const change = before === null ? null : total - before;
  return (
    <div>
      <dt>{text.label(label)}</dt>
      <dd>
        <span className={classes.total}>{formatNumber(total)}</span>
        {before !== null && change !== null && (
          <span className={classes.change} title={text.from(formatNumber(before))}>
            {formatChange(change)}
            {before > 0 && change !== 0 && ` (${formatShare(change / before)})`}
          </span>
        )}
        <Sparkline series={series} />
      </dd>
    </div>
  );
}
