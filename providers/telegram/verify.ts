/** Whether a publish call with an unknown outcome took effect: it cannot be known. */
import { cannotLook } from '../_kit/lookup.ts';

/**
 * Always unknown. Messages have no key, and bots cannot read the history: no method lists or shows messages,
 * and a bot receives no updates about its own posts (core.telegram.org/bots/api). Calls that would reveal a
 * message with a guessed id do more than read: forwardMessage, copyMessage and replies post something;
 * editMessageText ("message is not modified" if the text is the same) changes any other message of the bot
 * with that id; editMessageReplyMarkup only shows that there is a message, and removes its buttons. Besides,
 * a message that is missing now may still arrive.
 */
export const verify = cannotLook('Telegram does not let a bot read the messages of a chat');
