/** Names of settings that read badly when they are only spelt out. */
const BETTER: Readonly<Record<string, string>> = {
  Id: 'ID',
  'Made with ai': 'Made with AI',
  Self: 'Text only',
  Url: 'Address (URL)',
  Videogif: 'Video without sound',
  'Who can reply post': 'Who can reply',
};

export const networks = {
  /** What a network calls a setting, a choice or something to fill in, and its help. */
  words: (english: string): string => BETTER[english] ?? english,
};
