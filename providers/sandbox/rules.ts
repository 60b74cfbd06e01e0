/** Limits of a post that can be checked before anything is sent. */
import type { ContentRules } from '../_kit/contract.ts';

/** In UTF-16 code units. */
const MAX_LENGTH = 5000;

export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => MAX_LENGTH,
  length: (text) => text.length,
  media: {
    maxImages: 10,
    maxVideos: 10,
    mixed: true,
    imageTypes: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
    videoTypes: ['video/mp4'],
    maxImageBytes: 10_485_760,
    maxVideoBytes: 1_073_741_824,
  },
  description: `Plain text of up to ${MAX_LENGTH} characters; pictures and videos are shown from Crier's own URL.`,
};
