import { VisuallyHidden } from '@mantine/core';
import { Link } from 'react-router';
import { NetworkMark } from '../../components/network-mark.tsx';
import { strings } from '../../strings/index.ts';
import { useChannels } from './channels.ts';
import { composeUrl } from './compose.ts';
import type { PlacedSlot } from './entries.ts';
import classes from './slot.module.css';
import { timeText } from './words.ts';

/** A free posting time: a faint outline that opens the composer there. */
export function SlotLine({ slot: { ms, minute, channelIds } }: { slot: PlacedSlot }) {
  const channels = useChannels();
  const known = channels.filter(({ id }) => channelIds.includes(id));
  const time = timeText(minute);
  return (
    <Link
      to={composeUrl(ms, { channelId: channelIds.length === 1 ? channelIds[0] : undefined, free: true })}
      className={classes.slot}
      // The hour beside it opens the composer from the keyboard.
      tabIndex={-1}
    >
      <VisuallyHidden>{strings.calendar.slot(time, known.map(({ name }) => name).join(', '))}</VisuallyHidden>
      <span aria-hidden>{time}</span>
      {known.slice(0, 4).map(({ id, identifier }) => (
        <NetworkMark key={id} provider={identifier} size={12} />
      ))}
    </Link>
  );
}
