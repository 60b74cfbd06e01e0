import { Button, CloseButton, Text } from '@mantine/core';
import { useState } from 'react';
import { now } from '../../../api/server-clock.ts';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { isCancelled } from '../../../components/cancel-post.tsx';
import { useReschedule, type Dates } from '../../../components/use-reschedule.ts';
import { strings } from '../../../strings/index.ts';
import type { Entry, Placed } from '../entries.ts';
import { cancelling, duplicating, scheduling, tagging } from './changes.ts';
import { MoveDays } from './move-days.tsx';
import classes from './selection-bar.module.css';
import { TagPosts } from './tag-posts.tsx';
import { useBulk, type Change } from './use-bulk.ts';
import { useEndBar } from './use-end-bar.ts';

const text = strings.calendar.bulk;

/** `POST /posts/reschedule` takes no more, and nobody waits for more requests one after another. */
const MAX_AT_ONCE = 500;

interface SelectionBarProps {
  readonly posts: readonly Placed[];
  readonly zone: string;
  clear(): void;
  /** Leaves these alone selected. */
  keep(entries: readonly Entry[]): void;
}

/** How many posts are selected, and what can be done with all of them; each with one way back. */
export function SelectionBar({ posts, zone, clear, keep }: SelectionBarProps) {
  const bar = useEndBar();
  const [asking, setAsking] = useState<'days' | 'tags' | null>(null);
  const { isPending, carryOut } = useBulk();
  const { pending, change } = useReschedule();
  const entries = posts.map(({ entry }) => entry);
  // What is done with one date of a series, a dialog asks on that post: this one, the following, or all.
  const movable = posts.filter(({ entry }) => isCancelled(entry) && !entry.inSeries);
  const inSeries = entries.filter((entry) => entry.inSeries).length;
  const waiting = movable.map(({ entry }) => entry);
  const drafts = entries.filter(
    ({ status, publishDate }) => status === 'draft' && Date.parse(publishDate) > now(),
  );
  const run = async <T,>(some: readonly Entry[], what: Change<T>): Promise<void> => {
    setAsking(null);
    const left = await carryOut(some, what);
    if (left.length > 0) keep(left);
    else clear();
  };
  const move = async (dates: Dates, message: string): Promise<void> => {
    setAsking(null);
    if (await change(waiting, dates, { done: message, failed: text.notMoved })) clear();
  };
  const toFree = (): Promise<void> =>
    move(new Map(waiting.map(({ id }) => [id, null])), text.moved(movable.length));
  const busy = isPending || pending;
  const button = { size: 'xs', variant: 'default' } as const;
  const off = (count: number): boolean => busy || count === 0 || count > MAX_AT_ONCE;
  return (
    <div ref={bar} role="region" aria-label={text.label} className={classes.bar}>
      <Text size="sm" fw={600} role="status" className={classes.count}>
        {text.selected(posts.length)}
        {inSeries > 0 && ` · ${text.inSeries(inSeries)}`}
      </Text>
      <Button {...button} disabled={off(movable.length)} onClick={() => setAsking('days')}>
        {text.days.open}
      </Button>
      <Button {...button} disabled={off(movable.length)} onClick={() => void toFree()}>
        {text.toFree}
      </Button>
      <Button {...button} disabled={off(waiting.length)} onClick={() => setAsking('tags')}>
        {text.tags.open}
      </Button>
      <Button {...button} disabled={off(entries.length)} onClick={() => void run(entries, duplicating)}>
        {strings.calendar.post.duplicate}
      </Button>
      <Button {...button} disabled={off(drafts.length)} onClick={() => void run(drafts, scheduling)}>
        {text.schedule(drafts.length)}
      </Button>
      <ConfirmButton
        {...button}
        disabled={off(waiting.length)}
        label={text.cancel(waiting.length)}
        question={text.cancelQuestion(waiting.length)}
        keep={text.keep(waiting.length)}
        help={text.cancelHelp(waiting.length)}
        onConfirm={() => run(waiting, cancelling)}
      />
      <CloseButton aria-label={text.clear} onClick={clear} disabled={busy} className={classes.close} />
      {asking === 'days' && (
        <MoveDays posts={movable} zone={zone} onClose={() => setAsking(null)} onMove={move} />
      )}
      {asking === 'tags' && (
        <TagPosts
          entries={waiting}
          onClose={() => setAsking(null)}
          onTag={(add, remove) => run(waiting, tagging(add, remove))}
        />
      )}
    </div>
  );
}
