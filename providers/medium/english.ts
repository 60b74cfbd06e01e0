/** What settings and choices of this network are called where their names, spelt out, read badly. */
export const english: Readonly<Record<string, string>> = {
  'Cc 40 by': 'CC BY 4.0',
  'Cc 40 by nc': 'CC BY-NC 4.0',
  'Cc 40 by nc nd': 'CC BY-NC-ND 4.0',
  'Cc 40 by nc sa': 'CC BY-NC-SA 4.0',
  'Cc 40 by nd': 'CC BY-ND 4.0',
  'Cc 40 by sa': 'CC BY-SA 4.0',
  'Cc 40 zero': 'CC0',
  'Publish status': 'Status',
};
