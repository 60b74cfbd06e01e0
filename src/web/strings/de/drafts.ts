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
  nothing: 'Keine passenden Entwürfe',
  nothingHelp: 'Ein anderes Wort aus dem Text versuchen.',
  empty: 'Keine Entwürfe',
  emptyHelp: 'Angefangene Beiträge bleiben hier, bis sie geplant werden.',
  newer: 'Neuere',
  older: 'Ältere',
  actions: (line) => `Mehr zu ${line}`,
};
