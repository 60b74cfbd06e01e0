import type { common as english } from '../en/common.ts';
import type { Words } from '../words.ts';

export const common: Words<typeof english> = {
  product: 'Crier',
  skipToContent: 'Zum Inhalt springen',
  loading: 'Wird geladen',
  notFound: 'Seite nicht gefunden',
  notFoundHelp: 'Vielleicht ist die URL falsch geschrieben, oder die Seite gibt es nicht mehr.',
  goHome: 'Zur Startseite',
  failed: 'Das hat nicht funktioniert',
  forOperator: (link) => `${link} (für den Betreiber)`,
  // In German from refusals.ts, as soon as that is there.
  refused: ({ message }) => message,
  issue: ({ message }) => message,
  issueAt: (path, { message }) => `${path}: ${message}`,
  unreachable: 'Crier ist nicht erreichbar. Bitte die Verbindung prüfen und es noch einmal versuchen.',
  tryAgain: 'Erneut versuchen',
  undo: 'Rückgängig',
  notLoaded: 'Das dauert länger, als es sollte.',
  partFailed: 'Ein Teil dieser Seite konnte nicht geladen werden. Was geschrieben wurde, ist noch da.',
  pageFailed: 'Diese Seite konnte nicht geladen werden',
  pageFailedHelp:
    'Die Verbindung prüfen und es noch einmal versuchen. Bleibt es so, hilft der Betreiber dieser Instanz.',
  requestId: (id) => `Anfrage ${id}`,
  cancel: 'Abbrechen',
  save: 'Speichern',
  saved: 'Gespeichert',
  copy: 'Kopieren',
  copied: 'Kopiert',
  close: 'Schließen',
  clock: {
    skipped: (time) =>
      `An diesem Tag werden die Uhren vorgestellt: ${time} gibt es nicht. Eine dieser Zeiten wählen:`,
    twice: (time) =>
      `An diesem Tag werden die Uhren zurückgestellt: ${time} gibt es zweimal. Eine der beiden wählen:`,
  },
  nav: {
    label: 'Hauptnavigation',
    home: 'Start',
    calendar: 'Kalender',
    queue: 'Warteschlange',
    compose: 'Neuer Beitrag',
    channels: 'Kanäle',
    media: 'Medien',
    numbers: 'Statistik',
    notifications: 'Benachrichtigungen',
    settings: 'Einstellungen',
    instance: 'Instanz',
    more: 'Mehr',
    reference: 'API-Referenz',
  },
  menu: {
    label: 'Konto',
    organization: 'Organisation',
    profile: 'Profil',
    signOut: 'Abmelden',
    light: 'Hell',
    dark: 'Dunkel',
    auto: 'System',
    colours: 'Darstellung',
  },
};
