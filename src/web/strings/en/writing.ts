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
} as const;
