/** Limits of a Skool post that can be checked before anything is sent. */
import type { ContentRules, Network } from '../_kit/contract.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/** An hour: how long Skool keeps a file that no post has is not known. */
export const KEPT_MS = 3_600_000;

/** Upper bound for the one call. */
export const PUBLISH_TIMEOUT_MS = 60_000;

/** The lower of two limits used by existing clients (5,000 and 50,000); there is no documentation. */
const MAX_TEXT = 5000;

/** Sizes and number of files are Crier's limits; the site documents none. */
export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => MAX_TEXT,
  length: (text) => text.length,
  media: {
    maxFiles: 20,
    maxImages: 20,
    maxVideos: 20,
    mixed: true,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    videoTypes: ['video/mp4'],
    maxImageBytes: 10 * 1024 ** 2,
    maxVideoBytes: 1024 ** 3,
  },
  description:
    'Plain text of up to 5,000 characters below a title. Up to 20 attached pictures (JPEG, PNG, GIF, WebP) ' +
    'and MP4 videos. Further parts become comments, which may also have attachments.',
};

export const validate: NonNullable<Network['validate']> = ({ item, settings }) =>
  item.position === 0 && !String(settings.title ?? '').trim()
    ? [{ path: 'settings.title', ...sentence('required') }]
    : [];
