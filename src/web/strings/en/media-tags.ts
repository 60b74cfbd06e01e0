/** Labels and messages where files of the library are sorted by hand. */
export const mediaTags = {
  tags: 'Tags',
  all: 'All tags',
  help: 'Press Enter after each tag.',
  select: 'Select',
  done: 'Done',
  selected: (count: number): string => `${count} ${count === 1 ? 'file' : 'files'} selected`,
  add: 'Add tags',
  remove: 'Remove tags',
} as const;
