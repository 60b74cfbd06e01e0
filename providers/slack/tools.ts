/** Lookups for people who write posts: the conversations of the workspace. */
import type { Json, ProviderTool } from '../_kit/contract.ts';
import { call, tokenOf } from './api.ts';

const PAGE = 1000;
/** More than a person can choose from; `conversations.list` allows 20 calls a minute. */
const MAX_PAGES = 10;

interface Page {
  readonly channels: readonly {
    readonly id: string;
    readonly name: string;
    readonly is_private?: boolean;
    readonly is_member?: boolean;
  }[];
  readonly response_metadata?: { readonly next_cursor?: string };
}

/** All public conversations, and the private ones that the app is in. */
const channels: ProviderTool = {
  description: 'Channels of the workspace; use `id` as settings.channel',
  inputSchema: { type: 'object', additionalProperties: false },
  async run(channel, _input, ctx) {
    const found: Json[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const { body } = await call<Page>(tokenOf(channel), ctx, 'conversations.list', {
        form: { types: 'public_channel,private_channel', exclude_archived: true, limit: PAGE, cursor },
      });
      found.push(
        ...body.channels.map((c) => ({
          id: c.id,
          name: c.name,
          private: c.is_private === true,
          member: c.is_member === true,
        })),
      );
      cursor = body.response_metadata?.next_cursor || undefined;
      if (!cursor) break;
    }
    return found;
  },
};

export const tools = { channels } as const;
