/** Everything that may be repeated: builds the casts, and notes which were the account's newest. */
import type { Json, Provider } from '../_kit/contract.ts';
import { call, fidOf, hashesOf, type Cast } from './api.ts';
import { channelsOf } from './schema.ts';

/** How many casts before this one are recorded: anything above them in the list is later. */
const NOTED = 25;

/** The final requests: one cast for each channel, or a reply to each cast of the part before. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly text: string;
  /** Permanent URLs of the pictures: Farcaster's apps load them for as long as the cast exists. */
  readonly embeds: string[];
  /** null = outside of channels. Empty for a reply. */
  readonly channels: (string | null)[];
  readonly parents: string[];
  /** The account's newest casts before the call, newest first. */
  readonly before: string[];
}

export const prepare: Provider['prepare'] = async ({ channel, item, settings, parent }, ctx) => {
  const query = { fid: fidOf(channel), limit: NOTED, include_replies: 'true' };
  const { casts = [] } = await call<{ casts?: Cast[] }>(channel, ctx, 'feed/user/casts/', { query });
  const parents = parent ? [...hashesOf(parent)] : [];
  const channels = channelsOf(settings);
  const prepared: Prepared = {
    text: item.text,
    embeds: item.media.map(({ url }) => url),
    channels: parents.length ? [] : channels.length ? channels : [null],
    parents,
    before: casts.map(({ hash }) => hash),
  };
  return prepared;
};
