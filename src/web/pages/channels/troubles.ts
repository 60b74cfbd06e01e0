/** What holds the posts of a channel up, as text: on the page of channels, and on that of each post. */
import { strings } from '../../strings/index.ts';
import type { Channel } from './channel.ts';

const text = strings.channels;

type Health = Pick<Channel, 'disabled' | 'refreshNeeded' | 'limit' | 'away'>;

/** Each trouble as a sentence, with dates as `when` writes them. */
export function troublesOf(
  { disabled, refreshNeeded, limit, away }: Health,
  when: (iso: string) => string,
): string[] {
  return [
    ...(disabled ? [text.disabledWhy] : []),
    ...(refreshNeeded ? [text.reconnectWhy] : []),
    ...(limit?.until ? [text.limited(when(limit.until))] : []),
    ...(away ? [away.host ? text.away(away.host) : text.awayNetwork] : []),
  ];
}
