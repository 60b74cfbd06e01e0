/** Limits of a post that can be checked before anything is sent. */
import type { ContentRules } from '../_kit/contract.ts';

/** The sandbox lists this many posts. */
export const RECENT = 20;

/** The ledger is written before the answer, so a post that is not there after this time never was. */
export const SETTLE_MS = 6000;

/** The sandbox answers within milliseconds unless a fault switch delays it. */
export const PUBLISH_TIMEOUT_MS = 5000;

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
