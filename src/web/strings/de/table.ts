import type { table as english } from '../en/table.ts';
import type { Words } from '../words.ts';

/** Posts from a table: choosing the file, matching its columns, and scheduling its posts. */
export const table: Words<typeof english> = {
  title: 'Beiträge aus einer Tabelle importieren',
  link: 'Tabelle importieren …',
  file: 'CSV-Datei',
  help: 'Eine CSV-Datei aus Excel, LibreOffice oder einem anderen Programm, bis 2 MB und 1.000 Beiträge. Dateien von Buffer und Hootsuite gehen unverändert. Gespeichert wird erst, wenn die Beiträge geprüft sind.',
  tooLarge: 'Die Datei hat mehr als 2 MB. Bitte teilen.',
  other: 'Andere Datei',
  guessed: (encoding) =>
    `Die Datei nennt ihre Kodierung nicht: Sie wurde als ${encoding} gelesen. Bitte die Umlaute in den Texten prüfen.`,
  zone: (zone) => `Termine ohne Zeitzone gelten auf der Uhr von ${zone}.`,
  channel: 'Kanal für Zeilen, die keinen nennen',
  noChannel: 'Keiner',
  draft: 'Alle als Entwürfe importieren',
  order: (example) => `Was steht in ${example} zuerst?`,
  orders: { 'day-first': 'Der Tag', 'month-first': 'Der Monat' },
  columns: {
    date: 'Datum',
    time: 'Uhrzeit',
    timeZone: 'Zeitzone',
    channel: 'Kanal',
    content: 'Text',
    thread: 'Weitere Teile',
    media: 'Dateien (URLs)',
    alt: 'Alternativtexte',
    link: 'Link am Ende',
    tags: 'Schlagwörter',
    settings: 'Einstellungen (JSON)',
    type: 'Status',
    draft: 'Entwurf (ja oder nein)',
    none: 'Weglassen',
  },
  columnOf: (name) => `Die Spalte „${name}“ enthält`,
  unnamed: (at) => `Spalte ${at}`,
  line: 'Zeile',
  state: 'Beitrag',
  edit: (column, line) => `${column} in Zeile ${line}`,
  empty: 'Leer',
  ready: 'Bereit',
  known: 'Schon importiert',
  twice: (line) => `Gleich wie Zeile ${line}`,
  checking: 'Wird geprüft …',
  onlyProblems: 'Nur Zeilen mit Problemen',
  problems: (rows) =>
    rows === 0
      ? 'Keine Probleme.'
      : rows === 1
        ? 'Eine Zeile hat Probleme.'
        : `${rows} Zeilen haben Probleme.`,
  leftOut: (known) =>
    known === 1
      ? 'Eine Zeile wurde schon importiert und bleibt weg.'
      : `${known} Zeilen wurden schon importiert und bleiben weg.`,
  rowsLeftOut: 'Zeilen mit Problemen bleiben weg.',
  submit: (posts) => (posts === 1 ? '1 Beitrag planen' : `${posts} Beiträge planen`),
  submitDrafts: (posts) => (posts === 1 ? '1 Entwurf anlegen' : `${posts} Entwürfe anlegen`),
  progress: (done, all) => `${done} von ${all} Zeilen sind fertig`,
  stop: 'Anhalten',
  stopped: 'Angehalten',
  done: (posts) => (posts === 1 ? '1 Beitrag wurde angelegt' : `${posts} Beiträge wurden angelegt`),
  failed: (rows) =>
    rows === 1 ? 'Eine Zeile ließ sich nicht importieren:' : `${rows} Zeilen ließen sich nicht importieren:`,
  again: 'Den Rest noch einmal versuchen',
  toTable: 'Zurück zur Tabelle',
  toResult: 'Was erstellt wurde',
  leave: {
    title: 'Import anhalten?',
    help: 'Beim Verlassen dieser Seite hält der Import an. Was erstellt wurde, bleibt; zum Fortfahren dieselbe Datei noch einmal öffnen.',
    leave: 'Anhalten und verlassen',
    stay: 'Bleiben',
  },
  leftAt: (done, all) =>
    `${done} von ${all} Zeilen wurden importiert. Zum Fortfahren, oder um ihre Beiträge zu löschen, dieselbe Datei noch einmal öffnen.`,
  removeKnown: (posts) =>
    posts === 1 ? 'Den wartenden Beitrag löschen' : `Die ${posts} wartenden Beiträge löschen`,
  removeKnownQuestion: (posts) =>
    posts === 1
      ? 'Den Beitrag löschen, der aus dieser Datei importiert wurde?'
      : `Die ${posts} Beiträge löschen, die aus dieser Datei importiert wurden?`,
  undo: 'Alle wieder löschen',
  undone: (posts) => (posts === 1 ? 'Der Beitrag wurde gelöscht' : `Die ${posts} Beiträge wurden gelöscht`),
  page: (page, pages) => `Zeilen, Seite ${page} von ${pages}`,
  postOf: (line, channel) => `Zeile ${line}: ${channel}`,
};
