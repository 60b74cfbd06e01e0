/** Limits of a MeWe post that can be checked before anything is sent. */
import type { ContentRules, Network } from '../_kit/contract.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

/** MeWe does not document how long it keeps a photo that no post shows. */
export const KEPT_MS = 3_600_000;

/** Upper bound for the one call. */
export const PUBLISH_TIMEOUT_MS = 60_000;

const sentence = catalogue(english);

/** As in existing clients; MeWe documents no limit. */
const MAX_TEXT = 63_206;

/** The API accepts only photos. Their number and size are Crier's limits. */
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
    'Plain text of up to 63,206 characters. Up to 20 pictures (JPEG, PNG, GIF, WebP), no videos. One part ' +
    'only: there are no threads.',
};

/** The schema accepts null, which drafts may have. */
export const validate: NonNullable<Network['validate']> = ({ item, settings }) =>
  item.position === 0 && settings.postType === 'group' && !String(settings.group ?? '').trim()
    ? [{ path: 'settings.group', ...sentence('mewe_group_required') }]
    : [];
