import type { webhooks as english } from '../en/webhooks.ts';
import type { Words } from '../words.ts';

/** The API's messages about a receiver, as the log stores them. */
const REASONS: Readonly<Record<string, string>> = {
  'the receiver answered 410 Gone': 'der Empfänger hat mit 410 Gone geantwortet: Er will nichts mehr',
  'the connection failed': 'die Verbindung ist fehlgeschlagen',
  'no answer within 10 seconds': 'keine Antwort innerhalb von 10 Sekunden',
  'the address is not public': 'die Adresse ist nicht öffentlich',
  'not sent: too many deliveries were waiting': 'nicht gesendet: zu viele Zustellungen haben gewartet',
  'it has taken nothing for three days': 'er hat drei Tage lang nichts angenommen',
  'somebody switched it off': 'jemand hat ihn ausgeschaltet',
  'the app that made it has no access any more': 'die App, die ihn angelegt hat, hat keinen Zugriff mehr',
};

function reason(words: string): string {
  const [, status] = /^the receiver answered (\d+)$/.exec(words) ?? [];
  if (status) return `der Empfänger hat mit ${status} geantwortet`;
  const [, why = ''] = /^the webhook was switched off: (.*)$/.exec(words) ?? [];
  return why ? `der Webhook wurde ausgeschaltet: ${reason(why).split(': ')[0]}` : (REASONS[words] ?? words);
}

/** Webhooks: their list, the page of one, and its log. */
export const webhooks: Words<typeof english> = {
  title: 'Webhooks',
  help:
    'Ereignisse werden an die eigene URL gesendet, sobald sie eintreten: signiert, mindestens einmal, und ' +
    'drei Tage lang wiederholt. Zustellungen bleiben hier 30 Tage lang sichtbar.',
  none: 'Noch keine Webhooks.',
  create: 'Webhook anlegen',
  url: 'URL',
  urlPlaceholder: 'https://example.com/hooks/crier',
  name: 'Name',
  nameHelp: 'optional',
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
  oldest: 'die älteste von',
  full: 'Für diesen Webhook warten zu viele Zustellungen',
  fullHelp:
    'Neue Ereignisse werden nicht gesendet, bis er einige angenommen hat. Sie stehen im Protokoll als nicht gesendet, seit',
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
  saved: 'Gespeichert. Auch Zustellungen, die schon unterwegs sind, gehen an die neue URL.',
  deletedChannel: 'Gelöschter Kanal',
  reason,
  back: 'Webhooks',
  deliveries: 'Zustellungen',
  noDeliveries: 'Es wurde noch nichts gesendet.',
  newer: 'Neuere',
  older: 'Ältere',
  resend: 'Erneut senden',
  since: 'Was geschehen ist seit',
  which: 'Zu sendende Zustellungen',
  whiches: { failed: 'Nur fehlgeschlagene', all: 'Alle, auch zugestellte' },
  resendSince: 'Diese erneut senden',
  noRoom: 'Für mehr war kein Platz. Sobald einige angenommen sind, weiter mit dem, was geschehen ist seit',
  resent: (count) => `${count} ${count === 1 ? 'Zustellung wird' : 'Zustellungen werden'} erneut gesendet.`,
  states: { pending: 'Wartet', delivered: 'Zugestellt', failed: 'Fehlgeschlagen' },
  tries: (count) => `${count} ${count === 1 ? 'Anfrage' : 'Anfragen'}`,
  nextTry: 'nächster Versuch',
  request: 'Anfrage',
  answer: 'Antwort',
};
