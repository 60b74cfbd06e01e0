/** Lookups for people who write posts: the companies of the account, and the forums of one of them. */
import type { ProviderTool } from '../_kit/contract.ts';
import { list } from './api.ts';
import { PUBLIC_FORUM } from './schema.ts';

/** 10 × 50: more than anybody looks through. */
const MAX_PAGES = 10;

const companies: ProviderTool = {
  description: 'Companies of the account; use `id` as settings.company',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  async run(channel, _, ctx) {
    const found = await list<{ id: string; title: string }>(channel, ctx, '/companies', {
      mostPages: MAX_PAGES,
    });
    return found.map(({ id, title }) => ({ id, name: title }));
  },
};

const experiences: ProviderTool = {
  description: 'Forums of a company; use `id` as settings.experience',
  inputSchema: {
    type: 'object',
    properties: { company: { type: 'string', minLength: 1, maxLength: 200 } },
    required: ['company'],
    additionalProperties: false,
  },
  async run(channel, { company }, ctx) {
    const found = await list<{ experience: { id: string; name: string } }>(channel, ctx, '/forums', {
      query: { company_id: String(company) },
      mostPages: MAX_PAGES,
    });
    return [
      ...found.map(({ experience: { id, name } }) => ({ id, name })),
      { id: PUBLIC_FORUM, name: 'Public forum' },
    ];
  },
};

export const tools = { companies, experiences } as const;
