/** Whether a call with an unknown outcome took effect: it cannot be known. */
import type { Provider } from '../_kit/contract.ts';

/**
 * Always unknown. Messages have no key, and the API has no history of a chat: messages are told to an app's
 * webhook (`chat.message.sent`) in the moment in which they are sent.
 */
export const verify: Provider['verify'] = async () => ({
  status: 'unknown',
  reason: 'Kick shows no history of a chat; look into the chat of the channel',
});
