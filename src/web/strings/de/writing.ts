import type { writing as english } from '../en/writing.ts';
import type { Words } from '../words.ts';

export const writing: Words<typeof english> = {
  emoji: {
    button: 'Emoji',
    label: 'Emoji wählen',
    search: 'Emojis suchen',
    clear: 'Suche leeren',
    none: 'Kein Emoji gefunden',
    one: '1 Emoji gefunden',
    many: '%n Emojis gefunden',
    groups: 'Gruppen von Emojis',
    loading: 'Emojis werden geladen',
    failed: 'Die Emojis ließen sich nicht laden',
    tones: {
      neutral: 'Ohne Hautton',
      light: 'Heller Hautton',
      mediumLight: 'Mittelheller Hautton',
      medium: 'Mittlerer Hautton',
      mediumDark: 'Mitteldunkler Hautton',
      dark: 'Dunkler Hautton',
    },
  },
  split: {
    button: 'In einen Thread aufteilen',
    only: (channels) => `Für ${channels} in einen Thread aufteilen`,
    numbered: 'Teile nummerieren (1/5)',
    done: (n) => `In ${n} Teile aufgeteilt`,
    doneOnly: (channels) => `${channels}: jetzt mit eigenem Text, als Thread`,
  },
  hashtags: {
    button: 'Hashtags',
    manage: 'Hashtag-Gruppen',
    help: 'Hashtags, die zusammengehören. Alle in der Organisation können eine Gruppe in einen Text einfügen.',
    empty: 'Noch keine Gruppen',
    name: 'Name',
    tags: 'Hashtags',
    tagsHelp: 'Bis zu 30; ein Leerzeichen oder Komma beendet einen.',
    fresh: 'Neue Gruppe',
    change: 'Ändern',
    changeOf: (name) => `${name} ändern`,
    remove: 'Löschen',
    removeQuestion: (name) => `${name} löschen?`,
    removeHelp: 'Texte behalten ihre Hashtags.',
  },
};
