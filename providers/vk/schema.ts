/** Settings and limits of a wall post. */
import type { JsonSchema } from '../_kit/contract.ts';
import { urlField } from '../_kit/setting-fields.ts';

const flag = (description: string): JsonSchema => ({ type: ['boolean', 'null'], description });

/** Parameters of a post (dev.vk.com, wall.post; VK's own types of its API, `WallPostParams`). */
export const settingsSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    __type: { const: 'vk' },
    signed: flag('Whether a post of a community is signed with the name of the person'),
    copyright: urlField('Source of the post: the URL of a page, which VK shows below it'),
    mute_notifications: flag('Whether followers are not notified'),
    close_comments: flag('Whether nobody can comment; not with further parts, which are comments'),
  },
};

/** Limits (dev.vk.com: wall.post; "Uploading files", photos on a wall). Sizes in bytes, sides in pixels. */
export const LIMITS = {
  /**
   * Crier's own limit. VK documents none (dev.vk.com: wall.post, wall.createComment), and its own answer
   * decides; other clients report 16,384 (novaittestteam/nova.docs, "Known Restrictions").
   */
  characters: 100_000,
  attachments: 10,
  photoBytes: 50 * 1024 ** 2,
  /** Sum of width and height. */
  photoSides: 14_000,
  /** Longer side divided by the shorter one. */
  photoAspect: 20,
  /** Crier's limit for uploads; VK accepts far more. */
  videoBytes: 1024 ** 3,
} as const;
