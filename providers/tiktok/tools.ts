/** Lookups for people who write posts: the audiences that TikTok lets the account choose. */
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

export const tools = { privacyLevels } as const;
