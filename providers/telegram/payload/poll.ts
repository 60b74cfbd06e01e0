/**
 * The parameters of `sendPoll` (core.telegram.org/bots/api#sendpoll, Bot API 10.1): a poll is a message of
 * its own, without files. Its question is plain text; a text of the post beside a question becomes
 * `description`, which Bot API servers have had since 10.0.
 */
import type { Json } from '../../_kit/contract.ts';
import { pollOf, questionOf } from '../../_kit/poll.ts';
import { toTelegramHtml, toTelegramText } from '../text.ts';

export type PollFields = { readonly [field: string]: Json };

/** What makes a post a poll; null for a post without one. */
export function pollFields(settings: Readonly<Record<string, unknown>>, text: string): PollFields | null {
  const poll = pollOf(settings);
  if (!poll) return null;
  const question = questionOf(poll);
  return {
    question: question || toTelegramText(text),
    options: poll.options.map((option) => ({ text: option })),
    is_anonymous: poll.anonymous !== false,
    allows_multiple_answers: poll.multiple === true,
    ...(question ? { description: toTelegramHtml(text), description_parse_mode: 'HTML' } : {}),
  };
}
