/** Lookups for people who write posts: the groups of the account, and the categories of one of them. */
import type { Channel, ProviderContext, ProviderTool } from '../_kit/contract.ts';
import { ChannelGone, Rejected } from '../_kit/errors.ts';
import { call, readGroup, type Group } from './api.ts';
import { NO_LABEL } from './prepare.ts';

const PAGE = 30;
/** More groups and categories than anybody chooses from. */
const MAX_PAGES = 10;
const MAX_LABELS = 50;

const groups: ProviderTool = {
  description: 'Groups of the account; use `id` as settings.group',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  async run(channel, _, ctx) {
    const listed: Group[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const path = `/users/${encodeURIComponent(channel.internalId)}/groups?offset=${page * PAGE}&limit=${PAGE}`;
      const answer = await call<{ groups?: readonly Group[] }>(channel, ctx, path);
      listed.push(...(answer?.groups ?? []));
      if ((answer?.groups?.length ?? 0) < PAGE) break;
    }
    return listed.flatMap(({ id, name, metadata }) =>
      id ? [{ id, name: metadata?.display_name || name || id }] : [],
    );
  },
};

const label: ProviderTool = {
  description: 'Categories of a group; use `id` as settings.label',
  inputSchema: {
    type: 'object',
    properties: { group: { type: 'string', minLength: 1, maxLength: 200 } },
    required: ['group'],
    additionalProperties: false,
  },
  async run(channel, { group }, ctx) {
    const { metadata } = await readGroup(channel, String(group), ctx);
    const ids = (metadata?.labels ?? '')
      .split(',')
      .map((id) => id.trim())
      .filter(Boolean);
    if (!ids.length) return [{ id: NO_LABEL, name: 'No category' }];
    return Promise.all(
      ids.slice(0, MAX_LABELS).map(async (id) => ({ id, name: await nameOf(channel, id, ctx) })),
    );
  },
};

/** By its id where the name is for admins only. */
async function nameOf(channel: Channel, id: string, ctx: ProviderContext): Promise<string> {
  type Label = { readonly metadata?: { readonly display_name?: string } };
  const read = await call<Label>(channel, ctx, `/labels/${encodeURIComponent(id)}`).catch(
    (error: unknown) => {
      if (error instanceof Rejected || error instanceof ChannelGone) return null;
      throw error;
    },
  );
  return read?.metadata?.display_name || id;
}

export const tools = { groups, label } as const;
