import type { drafts as english } from '../en/drafts.ts';
import type { Words } from '../words.ts';

export const drafts: Words<typeof english> = {
  title: 'Entwürfe',
  search: 'Entwürfe durchsuchen',
  shown: (n) => `${n} ${n === 1 ? 'Entwurf' : 'Entwürfe'}`,
  created: (n) =>
    n === 1
      ? 'Ein weiterer Entwurf wurde als Beitrag angelegt'
      : `${n} weitere Entwürfe wurden als Beiträge angelegt`,
  nothing: 'Kein Entwurf passt',
  nothingHelp: 'Ein anderes Wort des Textes versuchen.',
  empty: 'Keine Entwürfe',
  emptyHelp: 'Was begonnen wird, bleibt hier, bis es geplant ist.',
  newer: 'Neuere',
  older: 'Ältere',
  actions: (line) => `Mehr zu ${line}`,
};
