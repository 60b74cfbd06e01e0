/** Builds the text of the request, without any call: the Bot API has no upload that is not a message. */
import type { Json, Provider } from '../_kit/contract.ts';
import { methodFor } from './payload.ts';
import { pollFields, type PollFields } from './payload/poll.ts';
import { chatIdOf, extrasOf } from './schema.ts';
import { toTelegramHtml } from './text.ts';

/** The final request without its files, which are read when it is sent. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly method: string;
  readonly html: string;
  readonly replyTo: number | null;
  /** What the settings add. What an earlier version prepared has none of the following. */
  readonly extras: Json;
  readonly poll: PollFields | null;
  readonly spoiler: boolean;
}

/** `ref` of a published post; an album is one message for each file. */
export interface Ref {
  readonly chatId: number;
  readonly messageIds: readonly number[];
}

export const prepare: Provider['prepare'] = async ({ channel, item, parent, settings }) => {
  const ref = parent?.ref as Ref | null | undefined;
  // After a group became a supergroup, earlier messages cannot be replied to: ids start again. For a message
  // that a person found, only the id is known.
  const replyTo = parent && (!ref || ref.chatId === chatIdOf(channel)) ? Number(parent.id) : null;
  const poll = item.position === 0 ? pollFields(settings, item.text) : null;
  const prepared: Prepared = {
    method: poll ? 'sendPoll' : methodFor(item.media),
    html: toTelegramHtml(item.text),
    replyTo,
    extras: extrasOf(settings, item.position),
    poll,
    spoiler: settings.spoiler === true,
  };
  return prepared;
};
