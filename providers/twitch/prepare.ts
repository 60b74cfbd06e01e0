/** What is sent, without any call. */
import type { Json, Provider } from '../_kit/contract.ts';
import type { Ref } from './api.ts';

/** The final request but for the ids of the channel. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly text: string;
  /** The message that is replied to; null of an announcement. */
  readonly replyTo: string | null;
  /** null of a message. */
  readonly color: string | null;
}

/** A line of chat is one line: Twitch does not document what it makes of others, so they become spaces. */
const oneLine = (text: string): string => text.replace(/\s*[\r\n\u2028\u2029]\s*/gu, ' ').trim();

export const prepare: Provider['prepare'] = async ({ item, settings, parent }) => {
  const text = oneLine(item.text);
  if (settings.messageType === 'announcement') {
    return { text, replyTo: null, color: String(settings.announcementColor || 'primary') } satisfies Prepared;
  }
  // Of a message that a person found, only the URL of the chat is known.
  const ref = parent?.ref as Ref | null | undefined;
  return { text, replyTo: ref?.messageId ?? null, color: null } satisfies Prepared;
};
