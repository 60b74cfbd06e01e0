/** Lookups for people who write posts: the account, and the audiences that TikTok lets it choose. */
import type { ProviderTool } from '../_kit/contract.ts';
import { readCreator } from './api.ts';

const privacyLevels: ProviderTool = {
  description: 'Who may see posts of the account; use one as settings.privacy_level',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  async run(channel, _, ctx) {
    const { privacy_level_options: options = [] } = await readCreator(channel, ctx);
    return [...options];
  },
};

/** Settings by the field that says whether the account has switched them off. */
const SWITCHES = { comment: 'comment_disabled', duet: 'duet_disabled', stitch: 'stitch_disabled' } as const;

const creator: ProviderTool = {
  description:
    'The account as TikTok names it at the moment: `name`; `off`: settings that it has switched off for all posts',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  async run(channel, _, ctx) {
    const info = await readCreator(channel, ctx);
    const off = Object.entries(SWITCHES).flatMap(([setting, field]) => (info[field] ? [setting] : []));
    return { name: info.creator_nickname ?? channel.name, off };
  },
};

export const tools = { privacyLevels, creator } as const;
