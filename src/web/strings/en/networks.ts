/** Names of settings that read badly when they are only spelt out. */
const BETTER: Readonly<Record<string, string>> = {
  'Brand content toggle': 'Paid partnership',
  'Brand organic toggle': 'Own business',
  'Call to action type': 'Button',
  'Call to action url': 'Address of the button',
  Canonical: 'Original address',
  'Direct post': 'Publish',
  False: 'No',
  'Follower of creator': 'Followers',
  Id: 'ID',
  'Made with ai': 'Made with AI',
  'Mutual follow friends': 'Friends',
  'Publish status': 'Status',
  'Public to everyone': 'Everyone',
  'Offer redeem url': 'Address of the offer',
  Self: 'Text only',
  'Self only': 'Only you',
  'Source url': 'Address of the source',
  True: 'Yes',
  'Topic type': 'Type',
  Upload: 'Draft in the inbox',
  Url: 'Address (URL)',
  'Video made with ai': 'Video made with AI',
  Videogif: 'Video without sound',
  'Who can reply post': 'Who can reply',
};

export const networks = {
  /** What a network calls a setting, a choice or something to fill in, and its help. */
  words: (english: string): string => BETTER[english] ?? english,
};
