/**
 * The only number in the Bot API: a chat's members. Bots cannot see views, reactions or forwards of a message
 * (core.telegram.org/bots/api#message has no such fields), so there are no numbers of a post.
 */
import type { Provider } from '../_kit/contract.ts';
import { call } from './api.ts';
import { chatIdOf, readDetails } from './schema.ts';

/** Named as in Telegram's apps: channels have subscribers, groups have members. */
export const analytics: NonNullable<Provider['analytics']> = async (channel, ctx) => {
  const { chatType } = readDetails(channel.details);
  if (chatType === 'private') return [];
  const total = await call<number>({ token: channel.credentials.token ?? '' }, ctx, 'getChatMemberCount', {
    json: { chat_id: chatIdOf(channel) },
  });
  return [{ label: chatType === 'channel' ? 'Subscribers' : 'Members', total }];
};
