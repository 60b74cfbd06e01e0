import { idFilter } from '../platform/id-filter.ts';
import type { ChannelFilter } from './all-numbers.ts';

/** The numbers to read: of how many days, today (UTC) included, and of which channels. */
export const numbersQuery = {
  type: 'object',
  properties: {
    days: { type: 'integer', enum: [7, 30, 90], default: 30, description: 'Days, today (UTC) included' },
    channel: { type: 'string', maxLength: 255, description: 'Only the channel with this id' },
    network: { type: 'string', maxLength: 100, description: 'Only channels of this network' },
  },
  additionalProperties: false,
} as const;

/** The channels that a query names; an id that nothing has names none. */
export function filterOf(
  organizationId: string,
  { channel, network }: { readonly channel?: string; readonly network?: string },
): ChannelFilter {
  return { organizationId, channelId: channel ? idFilter(channel) : null, network: network ?? null };
}
