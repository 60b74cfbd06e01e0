/** Whether a call with an unknown outcome took effect: it cannot be known. */
import type { Provider } from '../_kit/contract.ts';

/**
 * Always unknown. Messages have no key, and the API has no history of a chat: messages are told to whoever
 * listens (EventSub, `channel.chat.message`) in the moment in which they are sent. Twitch drops the same
 * words of an ordinary user for 30 seconds, but not those of the broadcaster, so a repeat is no protection
 * either.
 */
export const verify: Provider['verify'] = async () => ({
  status: 'unknown',
  reason: 'Twitch shows no history of a chat; look into the chat of the channel',
});
