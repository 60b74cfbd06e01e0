import type { table as english } from '../en/table.ts';
import type { Words } from '../words.ts';

/** Posts from a table: choosing the file, matching its columns, and scheduling its posts. */
export const table: Words<typeof english> = {
  title: 'Beiträge aus einer Tabelle importieren',
  link: 'Tabelle importieren …',
  file: 'CSV-Datei',
  help: 'Eine CSV-Datei aus Excel, LibreOffice oder einem anderen Programm, bis 2 MB und 1.000 Beiträge. Dateien von Buffer und Hootsuite gehen unverändert. Gespeichert wird erst, wenn die Beiträge geprüft sind.',
  tooLarge: 'Die Datei hat mehr als 2 MB. Bitte teilen.',
  tooLong: 'Die Datei hat mehr als 1.000 Zeilen. Bitte auf Dateien mit bis zu 1.000 Zeilen aufteilen.',
  noRows: 'Die Datei hat keine Zeilen.',
  unreadable: 'Die Buchstaben dieser Datei sind nicht lesbar. Bitte die Tabelle als „CSV UTF-8“ speichern.',
  noTable: 'Das ist keine Tabelle (CSV). Bitte die Tabelle als „CSV UTF-8“ speichern.',
  fileProblem: (why) => why,
  needs: {
    title: 'Die erste Zeile der Datei nennt die Spalten. Nötig sind:',
    date: (example) => `Datum: zum Beispiel ${example}; die Uhrzeit kann eine eigene Spalte haben`,
    channel: 'Kanal: sein Name in Crier. Es lässt sich auch ein Kanal für alle Zeilen wählen.',
    text: 'Text',
    others:
      'Möglich sind auch Spalten mit URLs von Bildern und Videos, Alternativtexten, Schlagwörtern oder einem Link.',
    download: 'Beispiel herunterladen',
  },
  example: {
    file: 'beispiel.csv',
    separator: ';',
    names: { date: 'Datum', channel: 'Kanal', text: 'Text', media: 'Medien' },
    channel: 'Mein Kanal',
    first: 'Mein erster Beitrag',
    second: 'Mein zweiter Beitrag',
  },
  choose: {
    date: 'Bitte wählen, welche Spalte das Datum enthält.',
    channel: 'Bitte wählen, welche Spalte den Kanal enthält, oder einen Kanal für alle Zeilen.',
    content: 'Bitte wählen, welche Spalte den Text enthält.',
  },
  wrong: {
    past: (date) => `Dieser Termin ist vorbei: ${date}`,
    date: (iso, dots, slashes) => `Das Datum als ${iso}, ${dots} oder ${slashes} schreiben`,
    skipped: (earlier, later) =>
      `Diese Uhrzeit gibt es nicht: Dann werden die Uhren vorgestellt. Bitte ${earlier} oder ${later} schreiben`,
    twice: (first, second) =>
      `Diese Uhrzeit gibt es zweimal: Dann werden die Uhren zurückgestellt. Bitte ${first} oder ${second} schreiben`,
    offset: (zone) => `Dieser Abstand zu UTC ist nicht der von ${zone}. Bitte weglassen`,
    noDate: 'Bitte ein Datum schreiben',
    noChannel: 'Bitte einen Kanal nennen',
    noText: 'Bitte einen Text schreiben',
    noFile: (cell) => `„${cell}“ ist keine URL. Dateien werden von einer URL geholt, etwa https://…`,
  },
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
  leaveChanged: {
    title: 'Ohne Import verlassen?',
    help: 'Noch sind nicht alle Zeilen importiert. Die Änderungen an dieser Tabelle gingen verloren.',
    leave: 'Verlassen',
  },
  leftAt: (done, all) =>
    `${done} von ${all} Zeilen wurden importiert. Zum Fortfahren, oder um ihre Beiträge abzusagen, dieselbe Datei noch einmal öffnen.`,
  removeKnown: (posts) =>
    posts === 1 ? 'Den wartenden Beitrag absagen' : `Die ${posts} wartenden Beiträge absagen`,
  removeKnownQuestion: (posts) =>
    posts === 1
      ? 'Den Beitrag absagen, der aus dieser Datei importiert wurde?'
      : `Die ${posts} Beiträge absagen, die aus dieser Datei importiert wurden?`,
  undo: 'Alle absagen',
  undone: (posts) =>
    posts === 1 ? 'Der importierte Beitrag wurde abgesagt' : `${posts} importierte Beiträge wurden abgesagt`,
  page: (page, pages) => `Zeilen, Seite ${page} von ${pages}`,
  postOf: (line, channel) => `Zeile ${line}: ${channel}`,
};
