/** Limits of a MeWe post that can be checked before anything is sent. */
import type { ContentRules, Network } from '../_kit/contract.ts';

/** What existing clients know; MeWe publishes no number. */
const MAX_TEXT = 63_206;

/** The API uploads photos only. Their number and size are bounds of this product. */
export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => MAX_TEXT,
  length: (text) => text.length,
  media: {
    maxImages: 20,
    maxVideos: 0,
    mixed: false,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    videoTypes: [],
    maxImageBytes: 10 * 1024 ** 2,
    maxVideoBytes: 1024 ** 3,
  },
  description:
    'Plain text of up to 63,206 characters. Up to 20 pictures (JPEG, PNG, GIF, WebP), no videos. One part: there are no threads.',
};

/** A group that is null or blank, where one is needed: the schema leaves null to drafts. */
export const validate: NonNullable<Network['validate']> = ({ item, settings }) =>
  item.position === 0 && settings.postType === 'group' && !String(settings.group ?? '').trim()
    ? [{ path: 'settings.group', message: 'is needed to post in a group; the tool "groups" lists them' }]
    : [];
