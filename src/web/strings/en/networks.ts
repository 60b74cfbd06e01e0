import { betterOfNetworks } from './words-of-networks.ts';

/**
 * What settings and choices are called where their names, spelt out, read badly: those of several networks,
 * and those that each declares in its folder (`english.ts`).
 */
export const BETTER: Readonly<Record<string, string>> = {
  Canonical: 'Original URL',
  'Main image': 'Cover picture',
  Multiple: 'Several answers',
  NSFW: 'Not safe for work',
  Options: 'Answers',
  ...betterOfNetworks,
};

export const networks = {
  /** What a network calls a setting, a choice or something to fill in, and its help. */
  words: (english: string): string => BETTER[english] ?? english,
};
