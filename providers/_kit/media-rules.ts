/** Parts of media rules shared by many networks. */
import type { MediaRules } from './contract.ts';

/**
 * Networks write "MB" and mean powers of two, or do not define it: the larger reading rejects nothing they
 * accept.
 */
export const MIB = 1024 ** 2;

/** For networks that document no limit, or a doubtful one: their own answer decides. */
export const NO_LIMIT = Number.MAX_SAFE_INTEGER;

/** What rules for items become for a cover: one picture, and nothing else. */
export const ONE_PICTURE = { minFiles: 0, maxImages: 1, maxVideos: 0, document: undefined } as const;

/** Rules of an item that carries text only (a comment). */
export const NO_MEDIA: MediaRules = {
  maxImages: 0,
  maxVideos: 0,
  mixed: false,
  imageTypes: [],
  videoTypes: [],
  maxImageBytes: NO_LIMIT,
  maxVideoBytes: NO_LIMIT,
};

/**
 * How Instagram and Threads want a video encoded (developers.facebook.com: Instagram "Reel specifications",
 * Threads "Posts", Media specifications).
 */
export const META_ENCODING = {
  codecs: ['avc', 'hevc'],
  audioCodecs: ['aac'],
  chroma: '4:2:0',
  minFrameRate: 23,
  maxFrameRate: 60,
} as const;
