import type { apps as english } from '../en/apps.ts';
import type { Words } from '../words.ts';

const tokensRevoked = (n: number): string => {
  if (n === 0) return 'Zurzeit verwendet niemand die App.';
  return n === 1 ? '1 Zugriffstoken gilt sofort nicht mehr.' : `${n} Zugriffstoken gelten sofort nicht mehr.`;
};

export const apps: Words<typeof english> = {
  help: 'Eigene Apps, die für andere Menschen handeln, wenn diese zustimmen (OAuth 2.0).',
  none: 'Noch keine Apps.',
  register: 'App registrieren',
  name: 'Name der App',
  nameHelp: 'Wird angezeigt, wenn Menschen die App zulassen sollen',
  description: 'Beschreibung',
  picture: 'Profilbild',
  pictureHelp: 'PNG, JPEG, WebP oder GIF',
  pictureChoose: 'Bild auswählen',
  pictureRemove: 'Bild entfernen',
  redirectUrl: 'Weiterleitungs-URL',
  redirectHelp: 'Wohin es nach der Entscheidung geht: https, oder http auf localhost',
  clientId: 'Client-ID',
  clientIdHelp: 'Kein Geheimnis: Sie ist Teil der URL, zu der Menschen geschickt werden.',
  credentials: 'Zugangsdaten',
  secret: 'Client-Secret',
  secretHelp: 'Jetzt kopieren: Gespeichert ist nur ein Hash, das Secret wird nicht noch einmal angezeigt.',
  tokens: (n) =>
    n === 0 ? 'Noch nicht verwendet' : n === 1 ? '1 gültiges Zugriffstoken' : `${n} gültige Zugriffstoken`,
  rotate: 'Secret ersetzen',
  rotateQuestion: 'Das Client-Secret ersetzen?',
  rotateHelp: 'Das alte gilt sofort nicht mehr. Wer die App zugelassen hat, merkt davon nichts.',
  remove: 'App löschen',
  removeQuestion: (name) => `${name} löschen?`,
  removeHelp: (n) =>
    `Das lässt sich nicht rückgängig machen. ${tokensRevoked(n)} Die App verschwindet bei allen, die sie zugelassen haben.`,
  removeTyped: (name) => `Zur Bestätigung ${name} eingeben`,
  quickStart: 'Schnellstart',
  step1: 'Menschen zu dieser URL schicken',
  step2: 'Den erhaltenen Code auf dem eigenen Server eintauschen',
  step3: 'Die API in ihrem Namen aufrufen',
  back: 'Alle Apps',
  approved: {
    help: 'Apps, die für dieses Konto handeln dürfen. Jede kann ohne Rückfrage veröffentlichen, bis der Zugriff widerrufen wird.',
    none: 'Keine Apps zugelassen.',
    since: 'Zugelassen',
    lastUsed: 'Zuletzt verwendet',
    neverUsed: 'nie verwendet',
    actsFor: (organization) => `für ${organization}`,
    revoke: 'Widerrufen',
    revokeQuestion: (name) => `Zugriff von ${name} widerrufen?`,
    revokeHelp: 'Sie kann nicht mehr handeln. Beiträge, die sie geplant hat, werden noch veröffentlicht.',
  },
};
