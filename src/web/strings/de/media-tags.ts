/** Schlagwörter von Dateien. */
import type { mediaTags as english } from '../en/media-tags.ts';
import type { Words } from '../words.ts';

export const mediaTags: Words<typeof english> = {
  tags: 'Schlagwörter',
  all: 'Alle Schlagwörter',
  help: 'Nach jedem Schlagwort die Eingabetaste drücken.',
  select: 'Auswählen',
  done: 'Fertig',
  selected: (count) => `${count} ${count === 1 ? 'Datei' : 'Dateien'} ausgewählt`,
  add: 'Schlagwörter geben',
  remove: 'Schlagwörter entfernen',
};
