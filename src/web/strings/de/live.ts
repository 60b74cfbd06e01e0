import type { live as english } from '../en/live.ts';
import type { Words } from '../words.ts';

export const live: Words<typeof english> = {
  live: 'Live',
  liveHelp: 'Änderungen erscheinen automatisch.',
  asking: 'Alle paar Sekunden aktualisiert',
  askingHelp: 'Live-Aktualisierung ist gerade nicht möglich, deshalb fragt diese Seite nach Änderungen.',
  zone: (zone) => `Zeiten in ${zone}`,
};
