/**
 * The one number that the Bot API has: a chat's members. Views, reactions and forwards of a message are not
 * shown to bots (core.telegram.org/bots/api#message has no such field), so there are none for a post.
 */
import type { Provider } from '../_kit/contract.ts';
import { call } from './api.ts';
import { chatIdOf, readDetails } from './schema.ts';

/**
 * Members of the chat, in the word of Telegram's apps: channels have subscribers. A chat with one person has
 * no number.
 */
export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) => {
  const { chatType } = readDetails(channel.details);
  if (chatType === 'private') return [];
  const total = await call<number>({ token: channel.credentials.token ?? '' }, ctx, 'getChatMemberCount', {
    json: { chat_id: chatIdOf(channel) },
  });
  return [{ label: chatType === 'channel' ? 'Subscribers' : 'Members', total }];
};
