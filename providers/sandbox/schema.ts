import type { ContentRules, JsonSchema } from '../_kit/contract.ts';

/** Longest text that the network takes, in UTF-16 code units. */
const SANDBOX_MAX_LENGTH = 5000;

/** `__type` only. */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { __type: { const: 'sandbox' } },
  required: ['__type'],
};

export const rules: ContentRules = {
  format: 'plain',
  maxLength: () => SANDBOX_MAX_LENGTH,
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
  words: `Plain text up to ${SANDBOX_MAX_LENGTH} characters; pictures and videos are shown from Crier's own address.`,
};
