/** What settings and choices of this network are called where their names, spelt out, read badly. */
export const english: Readonly<Record<string, string>> = {
  'Followers only': 'Only followers',
  'GIF ID': 'GIF',
  'Link attachment': 'Link as a card',
  'Mentioned only': 'Only accounts mentioned',
  'Parent post author only': 'Only the author of the post that it answers',
  'Quote post ID': 'Quoted post',
  'Reply control': 'Who can reply',
  'Topic tag': 'Topic',
};
