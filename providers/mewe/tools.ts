/** A lookup for people who write posts: the groups of the account. */
import type { ProviderTool } from '../_kit/contract.ts';
import { listGroups } from './api.ts';

const groups: ProviderTool = {
  description: 'Groups of the account; use `id` as settings.group',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  async run(channel, _, ctx) {
    return (await listGroups(channel, ctx)).map(({ groupId, name }) => ({ id: groupId, name }));
  },
};

export const tools = { groups } as const;
