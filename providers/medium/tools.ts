/** Publications to choose from ("Listing the user's publications"). */
import type { ProviderTool } from '../_kit/contract.ts';
import { call, type Publication } from './api.ts';

const publications: ProviderTool = {
  description:
    'Publications that the account writes for, edits or follows, for the setting publication. Medium lists ' +
    'them together, with at most 200 that are only followed',
  inputSchema: { type: 'object', properties: {} },
  async run(channel, _input, ctx) {
    const path = `/users/${encodeURIComponent(channel.internalId)}/publications`;
    return (await call<Publication[]>(channel, ctx, path)).map(({ id, name }) => ({ id, name }));
  },
};

export const tools = { publications } as const;
