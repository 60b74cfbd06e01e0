import { useDraggable } from '@dnd-kit/core';
import { VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { NetworkMark } from '../../components/network-mark.tsx';
import { SeriesMark } from '../../components/series-mark.tsx';
import { strings } from '../../strings/index.ts';
import { useIsSelected } from './bulk/selection.ts';
import { toneOf, type Placed } from './entries.ts';
import classes from './post-chip.module.css';
import { timeText } from './words.ts';

const text = strings.calendar;

interface PostChipProps {
  readonly placed: Placed;
  /** A line of a month, or a box among hours. */
  readonly shape: 'line' | 'box';
  /** Whether it is being carried with the keyboard. */
  readonly carried?: boolean;
}

/** One post in a month, a week or a day. What a click or a key does, the calendar around it decides. */
export const PostChip = memo(function PostChip({ placed, shape, carried = false }: PostChipProps) {
  const { key, entry } = placed;
  const isSelected = useIsSelected(key);
  const { setNodeRef, listeners, isDragging } = useDraggable({ id: key, disabled: !entry.canMove });
  return (
    <button
      type="button"
      ref={setNodeRef}
      {...listeners}
      className={classes.chip}
      aria-pressed={isSelected}
      data-post={key}
      data-tone={toneOf(entry)}
      data-shape={shape}
      data-movable={entry.canMove}
      data-carried={carried}
      data-dragging={isDragging}
    >
      <ChipContent placed={placed} />
    </button>
  );
});

/** The same as a picture that follows the pointer. */
export function ChipPicture({ placed }: { placed: Placed }) {
  return (
    <div
      className={classes.chip}
      data-tone={toneOf(placed.entry)}
      data-shape="line"
      data-picture="true"
      aria-hidden
    >
      <ChipContent placed={placed} />
    </div>
  );
}

// Apart from the chip, which is drawn again whenever a drag begins or ends.
const ChipContent = memo(function ChipContent({ placed: { entry, minute } }: { placed: Placed }) {
  return (
    <>
      <NetworkMark provider={entry.channel.identifier} size={14} />
      <span className={classes.time}>{timeText(minute)}</span>
      <span className={classes.text} dir="auto">
        {entry.firstLine || text.noText}
      </span>
      <SeriesMark post={entry} size={12} />
      <VisuallyHidden>{text.of(entry.channel.name, strings.posts.states[entry.status])}</VisuallyHidden>
      {entry.thumbnail && (
        <img className={classes.thumbnail} src={entry.thumbnail} alt="" loading="lazy" draggable={false} />
      )}
    </>
  );
});
