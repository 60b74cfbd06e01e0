import type { status as english } from '../en/status.ts';
import type { Words } from '../words.ts';

export const status: Words<typeof english> = {
  connection: {
    label: 'Verbindung',
    offline:
      'Keine Internetverbindung. Was hier steht, kann veraltet sein; mit Verbindung wird es aktualisiert.',
    away: 'Crier ist nicht erreichbar. Was hier steht, kann veraltet sein; es wird aktualisiert, sobald Crier antwortet.',
  },
  frozen: 'Eingefroren',
  instanceFrozen: (since) => `Es wird nichts veröffentlicht: Diese Instanz ist seit ${since} eingefroren.`,
  organizationFrozen: (since) =>
    `Es wird nichts veröffentlicht: Diese Organisation ist seit ${since} eingefroren.`,
  reason: (text) => `Grund: ${text}`,
  inDoubt:
    'Für diese Organisation wird nichts veröffentlicht: Eine Sicherung wurde wiederhergestellt, und ob die bisherige Instanz veröffentlicht, ist erst bekannt, wenn der Betreiber dort nachgesehen hat.',
  resume: 'Veröffentlichen fortsetzen',
  worker: 'Kein Worker',
  noWorker:
    'Es wird nichts veröffentlicht: Kein Worker läuft. Beiträge bleiben erhalten und werden veröffentlicht, sobald einer läuft.',
  lookAtInstance: 'Ursache ansehen',
  disconnected: 'Getrennte Kanäle',
  oneDisconnected: (channel) => `${channel} ist getrennt: Die Beiträge dafür warten.`,
  manyDisconnected: (count) => `${count} Kanäle sind getrennt: Die Beiträge dafür warten.`,
  reconnect: 'Neu verbinden',
};
