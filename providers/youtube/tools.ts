/** Lookups for people who write posts: YouTube's categories, and the channel's playlists. */
import type { Channel, ProviderContext, ProviderTool } from '../_kit/contract.ts';
import { callFor, type List } from './api.ts';

interface Named {
  readonly id: string;
  readonly snippet?: { readonly title?: string; readonly assignable?: boolean };
}

const NO_INPUT = { type: 'object', properties: {}, additionalProperties: false } as const;
/** Categories differ little between countries, and one must be named. */
const REGION = 'US';
const MAX_PAGES = 10;

/** docs/videoCategories/list: some categories cannot be chosen. */
const categories: ProviderTool = {
  description: 'The categories that a video can have: `[{id, name}]`',
  inputSchema: NO_INPUT,
  async run(channel, _, ctx) {
    const query = { part: 'snippet', regionCode: REGION };
    const { body } = await callFor<List<Named>>(channel, ctx, '/youtube/v3/videoCategories', { query });
    return (body.items ?? []).filter(({ snippet }) => snippet?.assignable).map(toChoice);
  },
};

const playlists: ProviderTool = {
  description: 'The playlists of the channel: `[{id, name}]`',
  inputSchema: NO_INPUT,
  run: async (channel, _, ctx) => (await listPlaylists(channel, ctx)).map(toChoice),
};

async function listPlaylists(channel: Channel, ctx: ProviderContext): Promise<Named[]> {
  const all: Named[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { part: 'snippet', mine: 'true', maxResults: '50', ...(pageToken ? { pageToken } : {}) };
    const { body } = await callFor<List<Named>>(channel, ctx, '/youtube/v3/playlists', { query });
    all.push(...(body.items ?? []));
    pageToken = body.nextPageToken;
    if (!pageToken) break;
  }
  return all;
}

const toChoice = ({ id, snippet }: Named): { id: string; name: string } => ({
  id,
  name: snippet?.title ?? id,
});

export const tools = { categories, playlists };
