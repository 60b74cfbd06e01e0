/** Lookups for people who write posts: the server's channels, a forum's tags, and whom they can mention. */
import type { ProviderTool } from '../_kit/contract.ts';
import { mentionsInput } from '../_kit/mentions.ts';
import { accessOf, call, TYPE, type ChannelObject } from './api.ts';

const KINDS: ReadonlyMap<number, string> = new Map([
  [TYPE.text, 'text'],
  [TYPE.announcement, 'announcement'],
  [TYPE.forum, 'forum'],
  [TYPE.media, 'media'],
]);

const channels: ProviderTool = {
  description:
    'The channels that posts can go to: `[{id, name, type}]`, with the type text, announcement, forum or ' +
    'media',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  async run(channel, _, ctx) {
    const { body } = await call<ChannelObject[]>(
      accessOf(channel),
      ctx,
      `/guilds/${channel.internalId}/channels`,
    );
    return body.flatMap(({ id, name, type }) =>
      KINDS.has(type) ? [{ id, name: name ?? id, type: KINDS.get(type) as string }] : [],
    );
  },
};

interface Role {
  readonly id: string;
  readonly name: string;
}

interface Member {
  readonly user: { readonly id: string; readonly username: string; readonly global_name?: string | null };
  readonly nick?: string | null;
}

const mentions: ProviderTool = {
  description:
    'Roles and members whose name begins with `query`: `[{label, mention}]`; put `mention` into the text',
  inputSchema: mentionsInput,
  async run(channel, { query }, ctx) {
    const guild = `/guilds/${channel.internalId}`;
    const search = new URLSearchParams({ query: String(query), limit: '20' });
    const roles = await call<Role[]>(accessOf(channel), ctx, `${guild}/roles`);
    const members = await call<Member[]>(accessOf(channel), ctx, `${guild}/members/search?${search}`);
    const wanted = String(query).toLowerCase().replace(/^@/, '');
    return [
      // The role @everyone has the server's own id and is mentioned by name.
      ...roles.body
        .filter((r) => r.name.toLowerCase().replace(/^@/, '').startsWith(wanted))
        .map((r) => ({
          label: `@${r.name.replace(/^@/, '')}`,
          mention: r.id === channel.internalId ? '@everyone' : `<@&${r.id}>`,
        })),
      ...members.body.map(({ user, nick }) => ({
        label: nick ?? user.global_name ?? user.username,
        mention: `<@${user.id}>`,
      })),
    ];
  },
};

const tags: ProviderTool = {
  description: 'The tags that posts in a forum can have: `[{id, name}]`; empty for other channels',
  inputSchema: {
    type: 'object',
    properties: { channel: { type: 'string', pattern: '^[0-9]{1,20}$' } },
    required: ['channel'],
    additionalProperties: false,
  },
  async run(account, { channel }, ctx) {
    const { body } = await call<ChannelObject>(accessOf(account), ctx, `/channels/${String(channel)}`);
    return (body.available_tags ?? []).map(({ id, name }) => ({ id, name }));
  },
};

export const tools = { channels, mentions, tags };
