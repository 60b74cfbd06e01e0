/** A lookup for people who write posts: the communities (www.moltbook.com/skill.md, "List all submolts"). */
import type { ProviderTool } from '../_kit/contract.ts';
import { call } from './api.ts';

interface Submolt {
  readonly name?: string;
  readonly display_name?: string;
  readonly subscriber_count?: number;
}

const MAX_LISTED = 200;

/** There are thousands: what Moltbook lists first, the largest on top. Any other name can be typed. */
const submolts: ProviderTool = {
  description: 'Submolts, the largest first; use `id` as settings.submolt',
  inputSchema: { type: 'object', properties: {}, additionalProperties: false },
  async run(channel, _, ctx) {
    const query = { limit: String(MAX_LISTED) };
    const listed = await call<{ submolts?: readonly Submolt[] }>(channel, ctx, '/submolts', { query });
    return (listed.submolts ?? [])
      .toSorted((one, other) => (other.subscriber_count ?? 0) - (one.subscriber_count ?? 0))
      .slice(0, MAX_LISTED)
      .flatMap(({ name, display_name: shown }) => (name ? [{ id: name, name: shown || name }] : []));
  },
};

export const tools = { submolts } as const;
