import type { queue as english } from '../en/queue.ts';
import type { Words } from '../words.ts';

/** A channel's posts that wait and its free posting times, and putting them in order. */
export const queue: Words<typeof english> = {
  title: 'Warteschlange',
  channel: 'Kanal',
  add: 'Zur Warteschlange hinzufügen',
  times: 'Sendezeiten',
  arrange: 'Anordnen',
  shuffle: 'Mischen',
  shuffled: 'Die Warteschlange wurde gemischt',
  moved: 'Die Warteschlange wurde geändert',
  failed: 'Die Warteschlange wurde nicht geändert',
  noChannels: 'Noch ist kein Kanal verbunden',
  connect: 'Kanal verbinden',
  empty: 'Die Warteschlange ist leer',
  emptyHelp: 'Sendezeiten festlegen: Beiträge aus der Warteschlange füllen sie der Reihe nach.',
  noTimes:
    'Dieser Kanal hat keine Sendezeiten. Welche festlegen: Beiträge aus der Warteschlange füllen sie der Reihe nach.',
  truncated: 'Die Warteschlange hat mehr Beiträge, als diese Seite zeigen kann.',
  noText: 'Ohne Text',
  write: 'Frei: Beitrag schreiben',
  handleRole: 'sortierbar',
  move: (line) => `„${line}“ verschieben`,
  moveHelp:
    'Mit der Leertaste aufnehmen, mit den Pfeiltasten den Platz wählen, mit der Leertaste ablegen, mit Escape abbrechen.',
  series:
    'Beiträge einer Serie lassen sich nicht ziehen. Einen öffnen, um seinen Termin zu ändern, auch mit denen danach.',
  picked: (moment) => `Beitrag aufgenommen: ${moment}`,
  notMoved: 'Der Beitrag bleibt, wo er war',
  spread: {
    open: 'Gleichmäßig verteilen …',
    title: 'Gleichmäßig verteilen',
    help: (count, zone) =>
      `${count} Beiträge bekommen in ihrer Reihenfolge neue Termine mit gleichen Abständen. Zeiten in ${zone}.`,
    first: 'Erster Beitrag',
    last: 'Letzter Beitrag',
    submit: 'Verteilen',
    missing: 'Datum und Uhrzeit eingeben.',
    past: 'Diese Zeit liegt in der Vergangenheit.',
    order: 'Der letzte Beitrag muss nach dem ersten kommen.',
    done: (count) => `${count} Beiträge wurden gleichmäßig verteilt`,
  },
};
