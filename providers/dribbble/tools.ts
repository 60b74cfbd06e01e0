/** Lookups for people who write posts: the account's teams. */
import type { ProviderTool } from '../_kit/contract.ts';
import { teamsOf } from './prepare.ts';

const teams: ProviderTool = {
  description: 'Teams of the account; use `id`, the URL, as settings.team',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  async run(channel, _, ctx) {
    const listed = await teamsOf(channel, ctx);
    return listed.flatMap(({ html_url: id, name }) => (id ? [{ id, name: name || id }] : []));
  },
};

export const tools = { teams } as const;
