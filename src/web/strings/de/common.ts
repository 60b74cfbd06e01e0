import type { common as english } from '../en/common.ts';
import type { Words } from '../words.ts';
import { germanError } from './errors.ts';
import { germanField } from './fields.ts';
import { germanIssue } from './sentences/index.ts';

export const common: Words<typeof english> = {
  product: 'Crier',
  skipToContent: 'Zum Inhalt springen',
  loading: 'Wird geladen',
  notFound: 'Seite nicht gefunden',
  notFoundHelp: 'Vielleicht ist die Adresse falsch geschrieben, oder die Seite gibt es nicht mehr.',
  goHome: 'Zur Startseite',
  failed: 'Das hat nicht funktioniert',
  refused: germanError,
  issue: germanIssue,
  issueAt: (path, message) => [germanField(path), germanIssue(message)].filter(Boolean).join(': '),
  unreachable: 'Crier ist nicht erreichbar. Bitte die Verbindung prüfen und noch einmal versuchen.',
  tryAgain: 'Noch einmal versuchen',
  requestId: (id) => `Anfrage ${id}`,
  cancel: 'Abbrechen',
  save: 'Speichern',
  saved: 'Gespeichert',
  copy: 'Kopieren',
  copied: 'Kopiert',
  close: 'Schließen',
  nav: {
    label: 'Hauptnavigation',
    home: 'Start',
    calendar: 'Kalender',
    compose: 'Neuer Beitrag',
    channels: 'Kanäle',
    media: 'Medien',
    numbers: 'Zahlen',
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
