/** Lookups for people who write posts: the conversations and the members of the workspace. */
import type { Json, ProviderTool } from '../_kit/contract.ts';
import { mentionsInput } from '../_kit/mentions.ts';
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

interface User {
  readonly id: string;
  readonly name: string;
  readonly deleted?: boolean;
  readonly is_bot?: boolean;
  readonly profile?: { readonly display_name?: string; readonly real_name?: string };
}

interface Users {
  readonly members: readonly User[];
  readonly response_metadata?: { readonly next_cursor?: string };
}

const MAX_FOUND = 8;

/** Slack has no search for people: all are listed (docs.slack.dev, users.list, users:read, 20 calls a
 * minute). */
const mentions: ProviderTool = {
  description:
    'Members of the workspace by the beginning of a name: `[{label, handle, mention}]`; put `mention` into the text',
  inputSchema: mentionsInput,
  async run(channel, { query }, ctx) {
    const wanted = String(query).toLowerCase();
    const found: Json[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES && found.length < MAX_FOUND; page++) {
      const { body } = await call<Users>(tokenOf(channel), ctx, 'users.list', {
        form: { limit: 200, cursor },
      });
      for (const user of body.members) if (isCalled(user, wanted)) found.push(presentUser(user));
      cursor = body.response_metadata?.next_cursor || undefined;
      if (!cursor) break;
    }
    return found.slice(0, MAX_FOUND);
  },
};

function isCalled({ name, profile, deleted, is_bot: isBot }: User, wanted: string): boolean {
  if (deleted || isBot) return false;
  const names = [name, profile?.display_name ?? '', profile?.real_name ?? ''];
  return names.some((one) =>
    one
      .toLowerCase()
      .split(/\s+/)
      .concat(one.toLowerCase())
      .some((word) => word.startsWith(wanted)),
  );
}

const presentUser = ({ id, name, profile }: User): Json => ({
  label: profile?.real_name || profile?.display_name || name,
  handle: `@${profile?.display_name || name}`,
  mention: `<@${id}>`,
});

export const tools = { channels, mentions } as const;
