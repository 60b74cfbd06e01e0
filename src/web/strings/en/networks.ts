/** Names of settings that read badly when they are only spelt out. */
const BETTER: Readonly<Record<string, string>> = {
  'Announcement color': 'Announcement colour',
  'Brand content toggle': 'Paid partnership',
  'Brand organic toggle': 'Own business',
  'Call to action type': 'Button',
  'Call to action url': 'Button URL',
  Canonical: 'Original URL',
  'Direct post': 'Publish',
  Experience: 'Forum',
  False: 'No',
  'Follower of creator': 'Followers',
  Id: 'ID',
  'Made with ai': 'Made with AI',
  'Mutual follow friends': 'Friends',
  Primary: 'Channel colour',
  'Publish status': 'Status',
  Organization: 'Organisation',
  'Public to everyone': 'Everyone',
  Nsfw: 'Not safe for work',
  'Offer redeem url': 'Offer URL',
  Preview: 'Preview text',
  Self: 'Text only',
  'Self only': 'Only you',
  'Source url': 'Source URL',
  True: 'Yes',
  'Topic type': 'Type',
  Upload: 'Draft in the inbox',
  Url: 'URL',
  'Video made with ai': 'Video made with AI',
  Videogif: 'Video without sound',
  'Who can reply post': 'Who can reply',
};

export const networks = {
  /** What a network calls a setting, a choice or something to fill in, and its help. */
  words: (english: string): string => BETTER[english] ?? english,
};
