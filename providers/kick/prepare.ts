/** What is sent, without any call. */
import type { Json, Provider } from '../_kit/contract.ts';
import type { Ref } from './api.ts';

/** The final request but for the channel. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly text: string;
  /** The message that is replied to. */
  readonly replyTo: string | null;
}

export const prepare: Provider['prepare'] = async ({ item, parent }) => {
  // Of a message that a person found, only the URL of the chat is known.
  const ref = parent?.ref as Ref | null | undefined;
  return { text: item.text, replyTo: ref?.messageId ?? null } satisfies Prepared;
};
