/**
 * The poll of `sendPoll`, as the Bot API server and tdlib read it (telegram-bot-api/Client.cpp:
 * process_send_poll_query; td/telegram/PollOption.cpp, MessageContent.cpp). Lengths count characters, not
 * UTF-16 code units.
 */
import { bad, json, text, type Call } from './call.ts';
import { isTrue } from './extras.ts';
import { parseHtml } from './html.ts';
import type { Chat } from './state.ts';

export interface Poll {
  readonly question: string;
  readonly options: readonly string[];
  readonly anonymous: boolean;
  readonly multiple: boolean;
  readonly description: string;
}

const MAX_QUESTION = 300;
const MAX_OPTION = 100;
const MAX_OPTIONS = 12;
const MAX_DESCRIPTION = 1024;

const lengthOf = (value: string): number => Array.from(value).length;

export function readPoll(call: Call): Poll {
  const question = text(call, 'question').trim();
  const options = readOptions(call);
  const mode = text(call, 'description_parse_mode');
  const source = text(call, 'description');
  if (!question) throw bad('message text is empty');
  if (lengthOf(question) > MAX_QUESTION) throw bad(`poll question length must not exceed ${MAX_QUESTION}`);
  if (!options.length) throw bad('poll must have at least one answer option');
  if (options.length > MAX_OPTIONS) throw bad(`poll can't have more than ${MAX_OPTIONS} options`);
  if (options.some((option) => lengthOf(option) > MAX_OPTION)) {
    throw bad(`poll options length must not exceed ${MAX_OPTION}`);
  }
  const description = mode ? parseHtml(source).text : source.trim();
  // The documents say 1,024; the words are those for captions.
  if (description.length > MAX_DESCRIPTION) throw bad('message caption is too long');
  const anonymous = text(call, 'is_anonymous');
  return {
    question,
    options,
    anonymous: anonymous ? isTrue(anonymous) : true,
    multiple: isTrue(text(call, 'allows_multiple_answers')),
    description,
  };
}

function readOptions(call: Call): string[] {
  const options = json(call, 'options', "can't parse options JSON object");
  if (!Array.isArray(options)) throw bad('expected an Array of String as options');
  return options.map((option: unknown) => {
    if (typeof option === 'string') return option.trim();
    if (typeof option !== 'object' || option === null) throw bad('expected an option to be of type String');
    const { text: message } = option as Record<string, unknown>;
    if (typeof message !== 'string') throw bad('can\'t find field "text"');
    if (!message.trim()) throw bad('message text is empty');
    return message.trim();
  });
}

/** td/telegram/MessageContent.cpp, can_send_message_content. */
export function checkPollChat(chat: Chat, { anonymous }: Poll): void {
  if (chat.type === 'channel' && !anonymous) {
    throw bad("non-anonymous polls can't be sent to channel chats");
  }
}
