/** The tools for writing the text of a post. */
export const writing = {
  emoji: {
    button: 'Emoji',
    label: 'Choose an emoji',
    search: 'Search emojis',
    clear: 'Clear the search',
    none: 'No emoji found',
    one: '1 emoji found',
    // The picker puts the number in.
    many: '%n emojis found',
    groups: 'Groups of emojis',
    loading: 'Loading emojis',
    failed: 'The emojis could not be loaded',
    tones: {
      neutral: 'No skin tone',
      light: 'Light skin tone',
      mediumLight: 'Medium-light skin tone',
      medium: 'Medium skin tone',
      mediumDark: 'Medium-dark skin tone',
      dark: 'Dark skin tone',
    },
  },
  hashtags: {
    button: 'Hashtags',
    manage: 'Hashtag sets',
    help: 'Hashtags that you use together. Everyone in the organisation can put a set into a text.',
    empty: 'No sets yet',
    name: 'Name',
    tags: 'Hashtags',
    tagsHelp: 'Up to 30; a space or a comma ends one.',
    fresh: 'New set',
    change: 'Change',
    changeOf: (name: string): string => `Change ${name}`,
    remove: 'Delete',
    removeQuestion: (name: string): string => `Delete ${name}?`,
    removeHelp: 'Texts keep their hashtags.',
  },
} as const;
