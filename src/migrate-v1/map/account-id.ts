/** Which account a channel of v1 has, as the provider of its network here calls it. */
import { unknownAccount } from '../../channels/unknown-account.ts';
import type { SourceRow } from '../source/open-source.ts';
import { MAX_ID, shortOf, textOf } from './values.ts';

/** `profile`: what people know the account by; null where v1 kept something else there. */
export interface MappedAccountId {
  readonly internalId: string;
  readonly profile: string | null;
}

interface SourceAccount {
  readonly internalId: string;
  readonly profile: string | null;
  /** Instead of an id that cannot be derived: connecting the account, or testing what v1 had, fills it in. */
  readonly unknown: string;
}

type MapId = (account: SourceAccount) => MappedAccountId;

const UUID_WITHOUT_HYPHENS = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;
const withoutProfile: MapId = ({ unknown }) => ({ internalId: unknown, profile: null });
const byProfile: MapId = ({ unknown, profile }) => ({ internalId: unknown, profile });

/**
 * Networks whose `id` of v1's `authenticate()` is not the id here (v1: libraries/nestjs-libraries/src/
 * integrations/social/<network>.provider.ts in v1.65.7, v2.11.3 and v2.23.0; here:
 * providers/<network>/auth.ts).
 */
const OTHERWISE: Readonly<Record<string, MapId>> = {
  // `open_id.replace(/-/g, '')`; those that are UUIDs can be derived from it.
  tiktok: ({ internalId, profile, unknown }) => ({
    internalId: UUID_WITHOUT_HYPHENS.test(internalId)
      ? internalId.replace(UUID_WITHOUT_HYPHENS, '$1-$2-$3-$4-$5')
      : unknown,
    profile,
  }),
  // The name of the blog, and its URL as the profile; here its UUID, which only Tumblr knows.
  tumblr: ({ internalId, unknown }) => ({ internalId: unknown, profile: internalId }),
  // The Google user up to v2.9.0; the channel from v2.10.0 on, where a person chooses it.
  youtube: ({ internalId, profile, unknown }) => ({
    internalId: isYoutubeChannel(internalId) ? internalId : unknown,
    profile,
  }),
  // The name in t.me links, if it has one; here always the number.
  telegram: ({ internalId, profile, unknown }) => ({
    internalId: /^-?\d+$/.test(internalId) ? internalId : unknown,
    profile,
  }),
  // The number of the account alone; here with its server.
  mastodon: byProfile,
  // The number of the person; here their address.
  lemmy: withoutProfile,
  // base64 of the URL, and `<url>_<user>`; here `<url>:<user>`.
  listmonk: withoutProfile,
  wordpress: withoutProfile,
};

export const isYoutubeChannel = (internalId: string): boolean => /^UC[\w-]{22}$/.test(internalId);

/** @param channelId of the channel here */
export function accountIdOf(row: SourceRow, provider: string, channelId: string): MappedAccountId {
  const unknown = unknownAccount(channelId);
  const internalId = textOf(row.internalId);
  const profile = shortOf(row.profile, 200) || null;
  if (internalId.length > MAX_ID) return { internalId: unknown, profile };
  const map = OTHERWISE[provider];
  return map ? map({ internalId, profile, unknown }) : { internalId, profile };
}
