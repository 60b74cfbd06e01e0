/** The media library, as a page and as a dialog of the composer. */
import type { media as english } from '../en/media.ts';
import type { Words } from '../words.ts';
import { germanIssue } from './errors.ts';

export const media: Words<typeof english> = {
  title: 'Medien',
  upload: 'Hochladen',
  drop: 'Zum Hochladen ablegen',
  dropHelp: 'Bilder bis 10 MB, MP4- und MOV-Videos bis 1 GB, PDF bis 100 MB',
  search: 'Namen und Alternativtexte durchsuchen',
  kinds: { label: 'Art', all: 'Alle', image: 'Bilder', video: 'Videos', document: 'PDF' },
  unused: 'Nicht verwendet',
  empty: 'Hier liegen Bilder und Videos',
  emptyHelp: 'Einmal hochladen, in jedem Beitrag verwenden. Dateien auf dieser Seite ablegen oder auswählen.',
  nothing: 'Nichts gefunden',
  nothingHelp: 'Keine Datei hat das im Namen oder Alternativtext.',
  more: 'Mehr anzeigen',
  loaded: (count) => `${count} ${count === 1 ? 'Datei' : 'Dateien'} angezeigt`,
  noAlt: 'Kein Alternativtext',
  uses: (posts, drafts) =>
    [
      ...(posts === 0 ? [] : [`In ${posts} ${posts === 1 ? 'Beitrag' : 'Beiträgen'}`]),
      ...(drafts === 0 ? [] : [`In ${drafts} ${drafts === 1 ? 'Entwurf' : 'Entwürfen'}`]),
    ].join(', ') || 'Nicht verwendet',
  refused: (count) => `Nicht für ${count} ${count === 1 ? 'Netzwerk' : 'Netzwerke'}`,
  refusedBy: 'Netzwerke, die sie nicht annehmen',
  refusal: (network, reasons) => `${network}: ${reasons.map(germanIssue).join('; ')}`,
  reach: {
    title: (networks) => `${networks.join(', ')}: Dateien können nicht abgerufen werden`,
    thisMachine: 'diesem Rechner',
    private: (url) => `Die Netzwerke rufen Dateien von ${url} ab. Das ist keine öffentliche https-Adresse.`,
    refused: (url, status) => `${url} antwortet mit ${status} statt mit der Datei.`,
    different: (url) => `${url} antwortet, aber nicht mit der ganzen Datei.`,
    unreachable: (url) => `${url} antwortet nicht.`,
    fix: 'Beiträge mit Dateien würden dort scheitern, Beiträge ohne Dateien werden veröffentlicht. Der Betreiber erfährt mehr mit „npm run crier -- doctor“.',
  },
  pixels: (width, height) => `${width} × ${height}`,
  pages: (n) => (n === 1 ? '1 Seite' : `${n} Seiten`),
  uploads: {
    label: 'Hochgeladenes',
    done: 'Hochgeladen',
    failed: 'Nicht hochgeladen',
    cancel: (name) => `${name} abbrechen`,
    retry: 'Erneut versuchen',
    dismiss: (name) => `${name} ausblenden`,
    progress: (name) => `Fortschritt von ${name}`,
    tooLarge:
      'Etwas zwischen diesem Browser und Crier lehnt Dateien dieser Größe ab, etwa ein Proxy. Wer ihn betreibt, kann die Grenze anheben.',
    unreachable: 'Die Verbindung ist abgebrochen. Die Datei ist noch da.',
  },
  file: {
    name: 'Name',
    alt: 'Alternativtext',
    altHelp:
      'Was zu sehen ist, für Menschen, die es nicht sehen können. Gilt, wo ein Beitrag keinen eigenen hat.',
    facts: 'Zu dieser Datei',
    type: 'Typ',
    size: 'Größe',
    sides: 'Maße',
    pages: 'Seiten',
    length: 'Länge',
    uploaded: 'Hochgeladen',
    usedIn: 'Verwendet in',
    usedNowhere: 'Kein Beitrag und kein Entwurf verwendet sie.',
    draft: 'Entwurf',
    open: 'Datei öffnen',
    remove: 'Löschen',
    removeQuestion: (name) => `${name} löschen?`,
    removeHelp:
      'Die Datei wird endgültig gelöscht. Veröffentlichte Beiträge bleiben in ihren Netzwerken, wie sie sind.',
    inDraft: (count) =>
      `${count} ${count === 1 ? 'Entwurf verwendet' : 'Entwürfe verwenden'} sie; deshalb lässt sie sich nicht löschen.`,
    inUse: (count) =>
      `${count} noch nicht ${count === 1 ? 'veröffentlichter Beitrag verwendet' : 'veröffentlichte Beiträge verwenden'} sie; deshalb lässt sie sich nicht löschen.`,
  },
  picker: {
    title: 'Aus der Mediathek wählen',
    use: (count) => (count <= 1 ? 'Verwenden' : `${count} verwenden`),
    hint: 'Eine oder mehrere Dateien auswählen',
  },
};
