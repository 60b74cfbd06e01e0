/** Lookups for people who write posts on a page. */
import type { ProviderTool } from '../_kit/contract.ts';
import { call } from './api.ts';

const organizations: ProviderTool = {
  description:
    'The organisation whose page has this name in its URL (linkedin.com/company/NAME); put `mention` into ' +
    'the text of the post',
  inputSchema: {
    type: 'object',
    properties: { name: { type: 'string', minLength: 1, maxLength: 100, pattern: '^[^/\\s]+$' } },
    required: ['name'],
    additionalProperties: false,
  },
  async run(channel, { name }, ctx) {
    const { body } = await call<{ elements?: { id: number | string; localizedName: string }[] }>(
      channel,
      ctx,
      '/rest/organizations',
      { query: { q: 'vanityName', vanityName: String(name) }, restliMethod: 'FINDER' },
    );
    return (body?.elements ?? []).map(({ id, localizedName }) => ({
      id: String(id),
      name: localizedName,
      mention: `@[${localizedName}](urn:li:organization:${id})`,
    }));
  },
};

export const tools = { organizations } as const;
