import type { posts as english } from '../en/posts.ts';
import type { Words } from '../words.ts';

export const posts: Words<typeof english> = {
  video: 'Video',
  pdf: 'PDF',
  numbers: 'Statistik',
  title: 'Start',
  needsYou: 'Braucht Aufmerksamkeit',
  upcoming: 'Geplant',
  past: 'Veröffentlicht',
  drafts: 'Entwürfe',
  showEarlier: 'Frühere Beiträge anzeigen',
  showLater: 'Spätere Beiträge anzeigen',
  nothingUpcoming: 'In diesem Zeitraum ist nichts geplant.',
  nothingPast: 'In diesem Zeitraum wurde nichts veröffentlicht.',
  empty: 'Noch keine Beiträge',
  emptyHelp:
    'Den ersten Beitrag mit der API anlegen. Dieser geht in die Sandbox, nicht in ein echtes Netzwerk:',
  emptyKeys: 'API-Schlüssel anlegen',
  noText: 'Ohne Text',
  states: {
    draft: 'Entwurf',
    scheduled: 'Geplant',
    publishing: 'Wird veröffentlicht',
    processing: 'In Verarbeitung',
    published: 'Veröffentlicht',
    partly_published: 'Teilweise veröffentlicht',
    failed: 'Fehlgeschlagen',
    unconfirmed: 'Unbestätigt',
    missed: 'Verpasst',
    cancelled: 'Abgesagt',
  },
  why: {
    unconfirmed:
      'Gesendet, aber das Netzwerk hat nicht eindeutig geantwortet. Bitte im Konto nachsehen und angeben, was geschehen ist.',
    missed: 'Er konnte nicht zum Termin veröffentlicht werden. Soll er noch veröffentlicht werden?',
    partly_published: 'Einige Teile sind veröffentlicht, andere nicht.',
    failed: 'Er wurde nicht veröffentlicht.',
  },
  part: (n, all) => `Teil ${n} von ${all}`,
  back: 'Alle Beiträge',
  facts: {
    channel: 'Kanal',
    date: 'Termin',
    publishedAt: 'Veröffentlicht',
    lateness: 'Verspätung',
    link: 'Link',
    releaseId: 'ID im Netzwerk',
  },
  openAtNetwork: (network) => `Auf ${network} ansehen`,
  onTime: 'Pünktlich',
  timeline: 'Verlauf',
  delayed: {
    unreachable:
      'Temporal antwortet nicht. Der Beitrag ist gespeichert und wird veröffentlicht, sobald Temporal wieder da ist.',
    preparing:
      'Der Temporal-Server wird noch gebaut. Der Beitrag ist gespeichert und wird veröffentlicht, sobald er bereit ist.',
    failed:
      'Der Temporal-Server konnte nicht gestartet werden. Der Beitrag ist gespeichert und wird veröffentlicht, sobald er läuft.',
  },
  held: 'Angehalten',
  retry: 'Erneut versuchen',
  retryHelp: 'Veröffentlichte Teile werden nicht erneut gesendet.',
  toDraft: 'Zu den Entwürfen',
  schedule: 'Planen',
  remove: 'Löschen',
  removeQuestion: 'Diesen Beitrag löschen?',
  removeHelp: 'Er wird nicht veröffentlicht. Was schon im Netzwerk steht, bleibt dort.',
  resolve: {
    title: 'Was ist mit diesem Beitrag geschehen?',
    help:
      'Crier hat diesen Beitrag gesendet, weiß aber nicht, ob er angekommen ist. ' +
      'Bitte im Konto nachsehen und dann wählen; vorher wird nichts gesendet.',
    published: 'Er wurde veröffentlicht',
    publishedHelp: 'Er wird nicht erneut gesendet.',
    resend: 'Erneut senden',
    resendHelp: 'Falls er doch angekommen ist, erscheint er zweimal.',
    drop: 'Als nicht veröffentlicht markieren',
    dropHelp: 'Der Beitrag gilt als fehlgeschlagen, und nichts wird gesendet.',
    url: 'Link zum Beitrag (falls vorhanden)',
  },
};
