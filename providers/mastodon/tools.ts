/**
 * Whom a post can mention: accounts that the instance knows, by the beginning of their name
 * (docs.joinmastodon.org, "accounts API methods", "Search for matching accounts": a user token with
 * read:accounts).
 */
import type { ProviderTool } from '../_kit/contract.ts';
import { mentionsInput } from '../_kit/mentions.ts';
import { accessOf, call } from './api.ts';

interface Account {
  readonly acct: string;
  readonly display_name: string;
}

const mentions: ProviderTool = {
  description:
    'Accounts that the instance knows, by their name: `[{label, handle, mention}]`; put `mention` into the text',
  inputSchema: mentionsInput,
  async run(channel, { query }, ctx) {
    const search = new URLSearchParams({ q: String(query), limit: '8', resolve: 'false' });
    const { body } = await call<Account[]>(accessOf(channel), ctx, `/api/v1/accounts/search?${search}`);
    return body.map(({ acct, display_name: name }) => ({
      label: name || acct,
      handle: `@${acct}`,
      mention: `@${acct}`,
    }));
  },
};

export const tools = { mentions } as const;
