/** Limits that can be checked before anything is sent. A site may have stricter ones, and reject a post. */
import type { ContentRules, Provider } from '../_kit/contract.ts';
import type { Settings } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

/** Upper bound for the one call: plugins work (emails to subscribers, pings) before the site answers. */
export const PUBLISH_TIMEOUT_MS = 60_000;

const sentence = catalogue(english);

/** Crier's own limit; WordPress has none (the column holds 4 GB). */
const MAX_CHARACTERS = 100_000;

/**
 * The types that WordPress accepts without plugins (get_allowed_mime_types); the sizes are Crier's limits.
 */
export const rules: ContentRules = {
  format: 'html',
  maxLength: () => MAX_CHARACTERS,
  length: (text) => [...text].length,
  media: {
    maxImages: 50,
    maxVideos: 10,
    mixed: true,
    imageTypes: [
      'image/jpeg',
      'image/png',
      'image/gif',
      'image/webp',
      'image/avif',
      'image/bmp',
      'image/tiff',
    ],
    videoTypes: ['video/mp4', 'video/webm', 'video/quicktime'],
    maxImageBytes: 10 * 1024 ** 2,
    maxVideoBytes: 1024 ** 3,
  },
  description:
    'HTML of up to 100,000 characters, including tags; the site and the role of its user decide which tags ' +
    'are kept. Files are added to the media library and shown below the text; the featured image is a ' +
    'setting. One part only: WordPress has no threads.',
};

export const validate: NonNullable<Provider['validate']> = ({ settings }) => {
  const { title = '' } = settings as Partial<Settings>;
  return title.trim().length < 2
    ? [{ path: 'settings.title', ...sentence('wordpress_title_too_short', { min: 2 }) }]
    : [];
};
