/** The stand-in, as a client that is not ours speaks to Twitch: @twurple/api, which knows its mock server. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ApiClient } from '@twurple/api';
import { getTokenInfo, StaticAuthProvider } from '@twurple/auth';
import { startTwitch, type Twitch } from './server.ts';
import type { Account } from './state.ts';

let network: Twitch;
let account: Account;
beforeAll(async () => {
  network = await startTwitch();
  account = network.createAccount('ada', {
    displayName: 'Ada',
    picture: 'https://t.example/a.png',
    followers: 7,
  });
  // The URL of Twitch's own mock server, as twurple takes it.
  process.env.TWURPLE_MOCK_API_PORT = new URL(network.url).port;
});
afterAll(async () => {
  delete process.env.TWURPLE_MOCK_API_PORT;
  await network.stop();
});

const clientFor = (scopes?: readonly string[]): ApiClient => {
  const { token } = network.createToken(account, scopes);
  return new ApiClient({
    authProvider: new StaticAuthProvider(network.client.id, token),
    logger: { minLevel: 0 },
  });
};

describe('twurple and the stand-in for Twitch', () => {
  it('agree on who a token is, and on the user behind it', async () => {
    const { token } = network.createToken(account);
    const info = await getTokenInfo(token, network.client.id);
    expect([info.userId, info.userName, info.scopes]).toEqual([
      account.id,
      'ada',
      ['user:write:chat', 'moderator:manage:announcements'],
    ]);
    const user = await clientFor().users.getAuthenticatedUser(account.id);
    expect([user.id, user.name, user.displayName, user.profilePictureUrl]).toEqual([
      account.id,
      'ada',
      'Ada',
      'https://t.example/a.png',
    ]);
  });

  it('agree on messages, replies and announcements', async () => {
    const client = clientFor();
    const first = await client.asUser(account.id, async (own) =>
      own.chat.sendChatMessage(account.id, 'Hello'),
    );
    expect([first.isSent, first.id]).toEqual([true, network.lines()[0]?.id]);
    const reply = { replyParentMessageId: first.id };
    await client.asUser(account.id, async (own) => own.chat.sendChatMessage(account.id, 'Again', reply));
    await client.asUser(account.id, async (own) =>
      own.chat.sendAnnouncement(account.id, { message: 'Live', color: 'green' }),
    );
    expect(network.lines().map(({ text, parentId, color }) => [text, parentId, color])).toEqual([
      ['Hello', null, null],
      ['Again', first.id, null],
      ['Live', null, 'green'],
    ]);
  });

  it('agree on a message that was dropped, and on the number of followers', async () => {
    network.arm({ drop: { code: 'channel_settings_block', message: 'Not allowed here.' } });
    const dropped = clientFor().asUser(account.id, async (own) => own.chat.sendChatMessage(account.id, 'No'));
    await expect(dropped).rejects.toThrow(`Chat message to channel ${account.id} dropped: Not allowed here.`);
    network.arm({ drop: null });
    const { total } = await clientFor(['moderator:read:followers']).channels.getChannelFollowers(account.id);
    expect(total).toBe(7);
  });
});
