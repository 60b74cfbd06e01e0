/** Settings of a post, and VK's limits. */
import type { JsonSchema } from '../_kit/contract.ts';

export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { __type: { const: 'vk' } },
};

/**
 * Limits of a wall post (dev.vk.com: wall.post; "Uploading files", photos on a wall). Sizes in bytes, sides
 * in pixels.
 */
export const LIMITS = {
  /** What existing clients know. VK documents none; that it takes about 16,000 is said, but not confirmed. */
  characters: 2048,
  attachments: 10,
  photoBytes: 50 * 1024 ** 2,
  /** Width and height of a photo together. */
  photoSides: 14_000,
  /** The longer side by the shorter one. */
  photoAspect: 20,
  /** What an upload may have at all; VK itself takes far more. */
  videoBytes: 1024 ** 3,
} as const;
