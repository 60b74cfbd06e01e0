import type { series as english } from '../en/series.ts';
import type { Words } from '../words.ts';

/** Posts that are repeated by a rule: choosing it, and which posts of a series a change concerns. */
export const series: Words<typeof english> = {
  repeat: 'Wiederholen …',
  change: 'Ändern',
  stop: 'Nicht wiederholen',
  title: 'Diesen Beitrag wiederholen',
  how: 'Wie oft',
  kinds: {
    daily: 'Nach Tagen',
    weekdays: 'Montag bis Freitag',
    weekly: 'Nach Wochen, an gewählten Tagen',
    monthday: 'Nach Monaten, an einem Tag des Monats',
    monthnth: 'Nach Monaten, an einem Wochentag',
  },
  interval: { daily: 'Alle wie viel Tage', weekly: 'Alle wie viel Wochen', monthly: 'Alle wie viel Monate' },
  days: 'Wochentage',
  noDay: 'Bitte einen Tag wählen.',
  nth: 'Der wievielte im Monat',
  from: 'Ab',
  ends: 'Ende',
  end: { never: 'Nie', until: 'An einem Tag', count: 'Nach Beiträgen' },
  until: 'Letzter Tag',
  count: 'Anzahl der Beiträge',
  dates: 'Nächste Beiträge',
  more: 'und so weiter',
  skipped: (clock) => `Die Uhr überspringt an diesem Tag ${clock}`,
  clocks: (zone) =>
    `Die Zeiten gelten auf der Uhr von ${zone}, im Sommer wie im Winter. Überspringt die Uhr eine Zeit, kommt der Beitrag um so viel später.`,
  submit: 'Wiederholen',
  words: {
    daily: (every) => (every === 1 ? 'jeden Tag' : `alle ${every} Tage`),
    weekdays: 'von Montag bis Freitag',
    weekly: (every, days) => (every === 1 ? `jede Woche am ${days}` : `alle ${every} Wochen am ${days}`),
    monthly: (every, day) => (every === 1 ? `jeden Monat am ${day}` : `alle ${every} Monate am ${day}`),
    dayOfMonth: (day) => `${day}.`,
    nth: (nth, day) =>
      `${nth < 0 ? 'letzten' : (['ersten', 'zweiten', 'dritten', 'vierten', 'fünften'][nth - 1] ?? '')} ${day}`,
    until: (day) => `bis ${day}`,
    count: (count) => `${count} Beiträge`,
    without: (days) => (days === 1 ? 'ohne einen Tag' : `ohne ${days} Tage`),
    other: (rule) => `nach der Regel ${rule}`,
    interval: (days) => (days === 1 ? 'jeden Tag' : `alle ${days} Tage`),
    sentence: (rhythm, clock, zone) => `Wiederholung: ${rhythm} um ${clock} (${zone})`,
  },
  scope: {
    label: 'Welche Beiträge',
    this: 'Dieser Beitrag',
    following: 'Dieser und alle folgenden',
    all: 'Alle Beiträge der Serie, die noch warten',
  },
  dialogs: {
    edit: 'Beiträge einer Serie bearbeiten',
    move: 'Beiträge einer Serie verschieben',
    remove: 'Beiträge einer Serie absagen',
  },
  submits: { edit: 'Bearbeiten', move: 'Verschieben', remove: 'Absagen' },
  keep: 'Behalten',
  removeHelp: 'Was veröffentlicht ist, bleibt im Netzwerk.',
  date: 'Neuer Termin',
  past: 'Dieser Zeitpunkt ist schon vorbei.',
  missing: 'Bitte Datum und Uhrzeit eingeben.',
  severalDays:
    'Diese Serie hat mehrere Wochentage: Gemeinsam können ihre Beiträge nur eine andere Uhrzeit bekommen. Für andere Tage bitte die Wiederholung bearbeiten.',
  removed: (count, when) =>
    count === 1 ? `Der Beitrag für ${when} wurde abgesagt` : `${count} Beiträge wurden abgesagt`,
  removedFrom: (when) => `Die Beiträge ab ${when} wurden abgesagt`,
  removedAll: 'Die Serie wurde abgesagt',
  moved: (when) => `Verschoben auf ${when}`,
  movedFrom: (when) => `Dieser und die folgenden Beiträge wurden verschoben, dieser auf ${when}`,
  movedAll: (when) => `Die Serie wurde verschoben, dieser Beitrag auf ${when}`,
  already: 'Diese Beiträge wurden schon abgesagt',
  alsoChanges: (count) =>
    count === 1
      ? 'Der Text eines weiteren Beitrags ändert sich mit.'
      : `Die Texte von ${count} weiteren Beiträgen ändern sich mit.`,
  changedSome: (changed, all) => `${changed} von ${all} Beiträgen wurden geändert`,
  stays: {
    published: (count) =>
      count === 1
        ? 'Einer wurde inzwischen veröffentlicht oder wird es gerade.'
        : `${count} wurden inzwischen veröffentlicht oder werden es gerade.`,
    deleted: (count) =>
      count === 1 ? 'Einer wurde inzwischen abgesagt.' : `${count} wurden inzwischen abgesagt.`,
    changed: (count) =>
      count === 1
        ? 'Einen hat inzwischen eine andere Person geändert; er bleibt so.'
        : `${count} hat inzwischen eine andere Person geändert; sie bleiben so.`,
  },
};
