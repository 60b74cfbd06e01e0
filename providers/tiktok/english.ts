/** What settings and choices of this network are called where their names, spelt out, read badly. */
export const english: Readonly<Record<string, string>> = {
  'Auto add music': 'Add music',
  'Brand content toggle': 'Paid partnership',
  'Brand organic toggle': 'Own business',
  'Content posting method': 'How to publish',
  'Direct post': 'Publish',
  'Follower of creator': 'Followers',
  'Mutual follow friends': 'Friends',
  'Public to everyone': 'Everyone',
  'Self only': 'Only you',
  Upload: 'Draft in the inbox',
};
