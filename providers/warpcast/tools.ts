/** A lookup for people who write casts: channels (docs.neynar.com/reference/search-channels). */
import type { ProviderTool } from '../_kit/contract.ts';
import { call } from './api.ts';

const MAX_FOUND = 25;

interface FarcasterChannel {
  readonly id: string;
  readonly name?: string;
  readonly follower_count?: number;
}

/** Named as in existing clients. */
const subreddits: ProviderTool = {
  description: 'Channels that a word finds; use `id` as settings.subreddit[].value.id',
  inputSchema: {
    type: 'object',
    properties: { word: { type: 'string', minLength: 1, maxLength: 100, description: 'Part of a name' } },
    required: ['word'],
    additionalProperties: false,
  },
  async run(channel, { word }, ctx) {
    const query = { q: String(word), limit: MAX_FOUND };
    const { channels = [] } = await call<{ channels?: FarcasterChannel[] }>(channel, ctx, 'channel/search/', {
      query,
    });
    return channels.map(({ id, name, follower_count: followers }) => ({
      id,
      name: name || id,
      title: name || id,
      members: followers ?? 0,
    }));
  },
};

export const tools = { subreddits } as const;
