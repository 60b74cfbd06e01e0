/** What settings and choices of this network are called where their names, spelt out, read badly. */
export const english: Readonly<Record<string, string>> = {
  'Contains synthetic media': 'Altered or made with AI',
  'Creative common': 'Creative Commons',
  'Self declared made for kids': 'Made for children',
  Youtube: 'YouTube',
};
