/** Settings and limits of a wall post. */
import { noSettings } from '../_kit/no-settings.ts';

export const settingsSchema = noSettings('vk');

/** Limits (dev.vk.com: wall.post; "Uploading files", photos on a wall). Sizes in bytes, sides in pixels. */
export const LIMITS = {
  /** As in existing clients. VK documents no limit; about 16,000 are reported, but not confirmed. */
  characters: 2048,
  attachments: 10,
  photoBytes: 50 * 1024 ** 2,
  /** Sum of width and height. */
  photoSides: 14_000,
  /** Longer side divided by the shorter one. */
  photoAspect: 20,
  /** Crier's limit for uploads; VK accepts far more. */
  videoBytes: 1024 ** 3,
} as const;
