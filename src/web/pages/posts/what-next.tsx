import { now } from '../../api/server-clock.ts';
import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client.ts';
import { useLive } from '../../api/live.ts';
import { formatDate, formatDuration, formatRelative, useZone, isLate } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import { troublesOf } from '../channels/troubles.ts';
import type { Detail, Story } from './detail.ts';
import classes from './post.module.css';

const text = strings.post.next;
const ASK_EVERY_MS = 10_000;

const TONES: Readonly<Partial<Record<Detail['status'], string>>> = {
  scheduled: 'wait',
  publishing: 'wait',
  processing: 'wait',
  published: 'good',
  partly_published: 'care',
  unconfirmed: 'care',
  missed: 'care',
  failed: 'bad',
};

/** The next step and its time, as text; and what prevents it. */
export function WhatNext({ post, story }: { post: Detail; story: Story | undefined }) {
  const zone = useZone();
  const frozen = story?.frozen ?? null;
  const waits = post.status === 'scheduled' || post.status === 'publishing';
  const stopped = frozen !== null && waits;
  const troubles = useTroubles(post, waits && !stopped && !post.hold);
  return (
    <section
      className={classes.next}
      aria-label={text.title}
      aria-live="polite"
      data-tone={stopped || post.hold ? 'care' : TONES[post.status]}
    >
      <Text fw={600} size="sm" mb={4}>
        {stopped ? text.frozen : text.title}
      </Text>
      <Text size="sm" className="any-text">
        {stopped ? text.frozenHelp(frozen.reason) : helpOf(post, { zone, story, held: troubles.length > 0 })}
      </Text>
      {troubles.map((text) => (
        <Text key={text} size="sm" mt={6} className="any-text">
          {text}
        </Text>
      ))}
      {post.error && (
        <Text size="sm" mt={6} className="any-text" c={post.status === 'failed' ? 'red' : undefined}>
          {strings.common.issue(post.error.explanation ?? post.error)}
        </Text>
      )}
      {!stopped && post.hold?.reason === 'channel' && (
        <Anchor component={Link} to="/channels" size="sm" mt={6}>
          {text.reconnect}
        </Anchor>
      )}
      {waits && post.schedulingReason && (
        <Text size="sm" mt={6}>
          {strings.post.delayed[post.schedulingReason.code]}
        </Text>
      )}
    </section>
  );
}

/** The page of channels' report on the channel of the post. */
function useTroubles({ integration }: Detail, enabled: boolean): string[] {
  const zone = useZone();
  const { data = [] } = api.useQuery(
    'get',
    '/channels',
    {},
    { enabled, refetchInterval: useLive(ASK_EVERY_MS) },
  );
  const channel = enabled ? data.find(({ id }) => id === integration.id) : undefined;
  return channel ? troublesOf(channel, (iso) => formatDate(iso, zone)) : [];
}

interface Situation {
  readonly zone: string;
  readonly story: Story | undefined;
  /** Whether something is known that holds the channel up. */
  readonly held: boolean;
}

function helpOf(post: Detail, { zone, story, held }: Situation): string {
  if (post.hold) return strings.common.issue(post.hold);
  const past = new Date(post.publishDate).getTime() <= now();
  if (post.status === 'draft') return past ? text.draftPast : text.draft;
  if (post.status === 'scheduled') {
    if (past && held) return text.waits;
    if (past) return story?.timeline.at(-1)?.event === 'will_retry' ? text.retrying : text.due;
    const when = `${formatDate(post.publishDate, zone)} (${formatRelative(post.publishDate)})`;
    return post.items.length > 1
      ? `${text.scheduled(when)} ${text.thread(post.items.length)}`
      : text.scheduled(when);
  }
  if (post.status === 'published') {
    if (post.latenessMs === null) return text.published;
    return isLate(post.latenessMs) ? text.publishedIn(formatDuration(post.latenessMs)) : text.onTime;
  }
  return text[post.status];
}
