/** Settings of a cast (docs.neynar.com/reference/publish-cast: `channel_id`). */
import type { JsonSchema } from '../_kit/contract.ts';

/** Crier's limit, as is the length of an id. */
const MAX_CHANNELS = 50;

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'warpcast' },
    subreddit: {
      title: 'Channel',
      type: ['array', 'null'],
      maxItems: MAX_CHANNELS,
      items: {
        type: 'object',
        properties: {
          value: {
            type: 'object',
            properties: {
              id: {
                type: 'string',
                minLength: 1,
                maxLength: 200,
                description: 'ID of the channel; the tool `subreddits` searches for it',
              },
            },
            required: ['id'],
          },
        },
        required: ['value'],
      },
      description: 'Channels, with one cast in each; without any, it is a cast outside of channels',
    },
  },
};

/** The ids of the channels, each once; empty for a cast outside of channels. */
export function channelsOf(settings: Readonly<Record<string, unknown>>): string[] {
  const subreddit = settings.subreddit as
    | readonly { readonly value: { readonly id: string } }[]
    | null
    | undefined;
  return [...new Set((subreddit ?? []).map(({ value }) => value.id))];
}
