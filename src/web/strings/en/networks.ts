/** Names of settings that read badly when they are only spelt out. */
const BETTER: Readonly<Record<string, string>> = {
  'Announcement color': 'Colour of the announcement',
  'Brand content toggle': 'Paid partnership',
  'Brand organic toggle': 'Own business',
  'Call to action type': 'Button',
  'Call to action url': 'Address of the button',
  Canonical: 'Original address',
  'Direct post': 'Publish',
  Experience: 'Forum',
  False: 'No',
  'Follower of creator': 'Followers',
  Id: 'ID',
  'Made with ai': 'Made with AI',
  'Message type': 'Type of message',
  'Mutual follow friends': 'Friends',
  Primary: 'Colour of the channel',
  'Publish status': 'Status',
  Organization: 'Organisation',
  'Public to everyone': 'Everyone',
  Nsfw: 'Not safe for work',
  'Offer redeem url': 'Address of the offer',
  Preview: 'Preview text',
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
