import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { formatDate, formatDuration, formatRelative, useZone } from '../../format/date-time.tsx';
import { strings } from '../../strings/index.ts';
import type { Detail, Story } from './detail.ts';
import classes from './post.module.css';

const text = strings.post.next;

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

/** What happens next and when, in words; and what keeps it from happening. */
export function WhatNext({ post, frozen }: { post: Detail; frozen: Story['frozen'] }) {
  const zone = useZone();
  const waits = post.status === 'scheduled' || post.status === 'publishing';
  const stopped = frozen !== null && waits;
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
        {stopped ? text.frozenHelp(frozen.reason) : wordsOf(post, zone)}
      </Text>
      {post.error && (
        <Text size="sm" mt={6} className="any-text" c={post.status === 'failed' ? 'red' : undefined}>
          {post.error.message}
        </Text>
      )}
      {!stopped && post.hold?.reason === 'channel' && (
        <Anchor component={Link} to="/channels" size="sm" mt={6}>
          {text.reconnect}
        </Anchor>
      )}
      {waits && post.schedulingReason && (
        <Text size="sm" mt={6}>
          {strings.posts.delayed[post.schedulingReason.code]}
        </Text>
      )}
    </section>
  );
}

function wordsOf(post: Detail, zone: string): string {
  if (post.hold) return strings.common.issue(post.hold.message);
  const past = new Date(post.publishDate).getTime() <= Date.now();
  if (post.status === 'draft') return past ? text.draftPast : text.draft;
  if (post.status === 'scheduled') {
    if (past) return text.due;
    const when = `${formatDate(post.publishDate, zone)} (${formatRelative(post.publishDate)})`;
    return post.items.length > 1
      ? `${text.scheduled(when)} ${text.thread(post.items.length)}`
      : text.scheduled(when);
  }
  if (post.status === 'published') {
    return post.latenessMs === null ? text.published : text.publishedIn(formatDuration(post.latenessMs));
  }
  return text[post.status];
}
