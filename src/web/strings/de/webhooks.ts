import type { webhooks as english } from '../en/webhooks.ts';
import { translator } from '../sentences.ts';
import type { Words } from '../words.ts';

/** Was die API über einen Empfänger sagt. */
const reason = translator({
  sentences: {
    'the receiver answered {status}': 'der Empfänger hat mit {status} geantwortet',
    'the receiver answered 410 Gone': 'der Empfänger hat mit 410 Gone geantwortet: Er will nichts mehr',
    'the connection failed': 'die Verbindung ist fehlgeschlagen',
    'no answer within {seconds:number} seconds': 'keine Antwort innerhalb von {seconds} Sekunden',
    'the address is not public': 'die Adresse ist nicht öffentlich',
    'it has taken nothing for three days': 'er hat drei Tage lang nichts angenommen',
    'somebody switched it off': 'jemand hat ihn ausgeschaltet',
    'the app that made it has no access any more': 'die App, die ihn angelegt hat, hat keinen Zugriff mehr',
    'the webhook was switched off: {why:phrase}': 'der Webhook wurde ausgeschaltet: {why}',
  },
  phrases: {
    'the receiver answered 410 Gone': 'der Empfänger hat mit 410 Gone geantwortet',
    'it has taken nothing for three days': 'er hat drei Tage lang nichts angenommen',
    'somebody switched it off': 'jemand hat ihn ausgeschaltet',
    'the app that made it has no access any more': 'die App, die ihn angelegt hat, hat keinen Zugriff mehr',
  },
  locale: 'de',
});

/** Webhooks: ihre Liste, die Seite eines einzelnen und sein Protokoll. */
export const webhooks: Words<typeof english> = {
  title: 'Webhooks',
  help:
    'Ereignisse werden an eine eigene URL gesendet, sobald sie eintreten: signiert, mindestens einmal, und ' +
    'drei Tage lang wiederholt. Zustellungen bleiben hier 30 Tage lang sichtbar.',
  none: 'Noch keine Webhooks.',
  create: 'Webhook anlegen',
  url: 'URL',
  urlPlaceholder: 'https://example.com/hooks/crier',
  name: 'Name',
  nameHelp: 'freiwillig',
  events: 'Ereignisse',
  everyEvent: 'Alle Ereignisse',
  channels: 'Kanäle',
  everyChannel: 'Alle Kanäle',
  format: 'Format',
  formats: { crier: 'Crier', postiz: 'Wie v1 es sendet' },
  made: 'Das Geheimnis des neuen Webhooks',
  secret: 'Das neue Geheimnis',
  secretHelp: 'Jetzt kopieren: Es wird nur einmal angezeigt. Der Empfänger prüft damit die Signaturen.',
  on: 'An',
  off: 'Aus',
  failing: 'Fehlgeschlagen seit',
  pending: (count) =>
    count === 0 ? 'nichts wartet' : `${count} ${count === 1 ? 'Zustellung wartet' : 'Zustellungen warten'}`,
  switchOff: 'Ausschalten',
  switchOn: 'Einschalten',
  test: 'Testereignis senden',
  tested: 'Das Testereignis ist unterwegs. Die Antwort erscheint unten.',
  rotate: 'Geheimnis ersetzen',
  rotateQuestion: 'Das Geheimnis dieses Webhooks ersetzen?',
  rotateHelp: 'Anfragen werden noch 24 Stunden lang auch mit dem alten Geheimnis signiert.',
  remove: 'Webhook löschen',
  removeQuestion: (name) => `${name} löschen?`,
  removeHelp: 'Es wird nichts mehr dorthin gesendet, und das Protokoll wird gelöscht.',
  change: 'Webhook ändern',
  save: 'Speichern',
  saved: 'Gespeichert. Auch was schon unterwegs ist, geht an die neue URL.',
  deletedChannel: 'Gelöschter Kanal',
  reason: (words) => reason(words) ?? words,
  back: 'Webhooks',
  deliveries: 'Zustellungen',
  noDeliveries: 'Es wurde noch nichts gesendet.',
  more: 'Ältere anzeigen',
  resend: 'Erneut senden',
  resendFailed: 'Alle fehlgeschlagenen erneut senden',
  resent: (count) => `${count} ${count === 1 ? 'Zustellung wird' : 'Zustellungen werden'} erneut gesendet.`,
  states: { pending: 'Wartet', delivered: 'Zugestellt', failed: 'Fehlgeschlagen' },
  tries: (count) => `${count} ${count === 1 ? 'Anfrage' : 'Anfragen'}`,
  nextTry: 'nächster Versuch',
  request: 'Anfrage',
  answer: 'Antwort',
};
