/** Parts of media rules that many networks share. */
import type { MediaRules } from './contract.ts';

/**
 * A mebibyte. Networks say "MB" and count in powers of two, or do not say how: the larger reading refuses
 * nothing that they take.
 */
export const MIB = 1024 ** 2;

/** Where a network names no limit, or only a doubtful one: its own answer decides. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** An item that carries text only (a comment). */
export const NO_MEDIA: MediaRules = {
  maxImages: 0,
  maxVideos: 0,
  mixed: false,
  imageTypes: [],
  videoTypes: [],
  maxImageBytes: NO_LIMIT,
  maxVideoBytes: NO_LIMIT,
};
