/**
 * Limits that can be checked before anything is sent. What a site allows beyond them it tells by refusing.
 */
import type { ContentRules, Provider } from '../_kit/contract.ts';
import type { Settings } from './schema.ts';

/** WordPress has no limit of its own (the column holds 4 GB); this is what Crier's clients know. */
const MAX_CHARACTERS = 100_000;

/**
 * Types that WordPress takes without a plug-in (get_allowed_mime_types); sizes are the site's own matter,
 * these are Crier's.
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
    'HTML of up to 100,000 characters, tags included; which tags stay is up to the site and the rights of its user. Files are put into the media library and shown under the text; the featured image is a setting. One part: WordPress has no threads.',
};

/** Problems of the settings that a schema cannot say. */
export const validate: NonNullable<Provider['validate']> = ({ settings }) => {
  const { title = '' } = settings as Partial<Settings>;
  return title.trim().length < 2
    ? [{ path: 'settings.title', message: 'A title of at least 2 characters is needed' }]
    : [];
};
