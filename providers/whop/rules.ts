/** Limits of a Whop forum post that can be checked before anything is sent. */
import type { ContentRules } from '../_kit/contract.ts';

/** Whop does not document how long it keeps a file that no post has. */
export const KEPT_MS = 6 * 3_600_000;

export const PUBLISH_TIMEOUT_MS = 60_000;

/** As in existing clients; Whop documents no limit. */
const MAX_TEXT = 50_000;

/** Whop accepts files of any type; number and sizes are Crier's limits. */
export const rules: ContentRules = {
  format: 'markdown',
  maxLength: () => MAX_TEXT,
  length: (text) => text.length,
  media: {
    maxFiles: 20,
    maxImages: 20,
    maxVideos: 20,
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
    videoTypes: ['video/mp4'],
    maxImageBytes: 10 * 1024 ** 2,
    maxVideoBytes: 1024 ** 3,
  },
  description:
    'Markdown of up to 50,000 characters. Up to 20 pictures and MP4 videos as attachments. <@username> ' +
    'mentions a member. Further parts become comments, which may also have attachments, but no title.',
};
