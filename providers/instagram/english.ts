/** What settings and choices of this network are called where their names, spelt out, read badly. */
export const english: Readonly<Record<string, string>> = {
  'Graduation strategy': 'Shown to followers',
  'Is AI generated': 'Made with AI',
  'Is trial reel': 'Trial reel',
  'Location ID': 'Place',
  Manual: 'When you decide',
  'Ss performance': 'If it performs well',
  'Thumb offset': 'Moment for the cover',
  'User tags': 'Tagged people',
};
