import type { live as english } from '../en/live.ts';
import type { Words } from '../words.ts';

export const live: Words<typeof english> = {
  live: 'Live',
  liveHelp: 'Änderungen erscheinen von selbst.',
  asking: 'Alle paar Sekunden aktualisiert',
  askingHelp: 'Änderungen werden gerade nicht gesendet, deshalb fragt die Seite nach.',
  zone: (zone) => `Zeiten in ${zone}`,
};
