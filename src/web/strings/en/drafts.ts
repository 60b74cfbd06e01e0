/** The page that lists the drafts of the composer. */
export const drafts = {
  title: 'Drafts',
  search: 'Search drafts',
  shown: (n: number): string => `${n} draft${n === 1 ? '' : 's'}`,
  created: (n: number): string =>
    n === 1 ? 'One more draft was created as a post' : `${n} more drafts were created as posts`,
  nothing: 'No matching drafts',
  nothingHelp: 'Try another word from its text.',
  empty: 'No drafts',
  emptyHelp: 'What you start writing is kept here until you schedule it.',
  newer: 'Newer',
  older: 'Older',
  actions: (line: string): string => `More about ${line}`,
} as const;
