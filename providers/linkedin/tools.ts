/**
 * Lookups for people who write posts on a page: organisations alone, and only by the whole name in their URL
 * (learn.microsoft.com/linkedin, "Organization Lookup API", finder `vanityName`). The "People Typeahead API"
 * finds followers of a page, for selected developers: its scope, `r_organization_followers`, is not granted
 * to others.
 */
import type { Channel, ProviderContext, ProviderTool } from '../_kit/contract.ts';
import { mentionsInput } from '../_kit/mentions.ts';
import { call } from './api.ts';

async function find(channel: Channel, ctx: ProviderContext, vanityName: string) {
  const { body } = await call<{ elements?: { id: number | string; localizedName: string }[] }>(
    channel,
    ctx,
    '/rest/organizations',
    { query: { q: 'vanityName', vanityName }, restliMethod: 'FINDER' },
  );
  return (body?.elements ?? []).map(({ id, localizedName: name }) => ({
    id: String(id),
    name,
    mention: `@[${name}](urn:li:organization:${id})`,
  }));
}

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
  run: (channel, { name }, ctx) => find(channel, ctx, String(name)),
};

const mentions: ProviderTool = {
  description:
    'The organisation whose page has this name in its URL: `[{label, handle, mention}]`; put `mention` into the text',
  inputSchema: mentionsInput,
  async run(channel, { query }, ctx) {
    const found = await find(channel, ctx, String(query));
    return found.map(({ name, mention }) => ({
      label: name,
      handle: `linkedin.com/company/${String(query)}`,
      mention,
    }));
  },
};

export const tools = { mentions, organizations } as const;
