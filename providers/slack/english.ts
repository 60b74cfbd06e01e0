/** What settings and choices of this network are called where their names, spelt out, read badly. */
export const english: Readonly<Record<string, string>> = {
  'Unfurl links': 'Link previews',
  'Unfurl media': 'Linked media',
};
