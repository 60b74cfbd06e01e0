import type { notifications as english } from '../en/notifications.ts';
import type { Words } from '../words.ts';

/** What happened that a person should know: the list, and which of it they get. */
export const notifications: Words<typeof english> = {
  title: 'Benachrichtigungen',
  none: 'Nichts ist geschehen',
  noneHelp: 'Was Aufmerksamkeit braucht, steht hier 30 Tage lang.',
  unread: 'Noch nicht gelesen',
  markAll: 'Alle gelesen',
  choose: 'Benachrichtigungen auswählen',
  times: (n) => (n === 1 ? 'einmal' : n === 2 ? 'zweimal' : `${n}-mal`),
  kinds: {
    failed: 'Ein Beitrag konnte nicht veröffentlicht werden',
    partly_published: 'Ein Thread wurde zum Teil veröffentlicht',
    unconfirmed: 'Ob ein Beitrag veröffentlicht wurde, ist unbekannt',
    missed: 'Ein Beitrag war überfällig und wurde nicht veröffentlicht',
    channel_disconnected: 'Ein Kanal muss neu verbunden werden',
    frozen: 'Das Veröffentlichen wurde eingefroren',
    app_deleted: 'Eine App wurde gelöscht',
    token_revoked: 'Der Zugriff einer App wurde widerrufen',
    webhook_disabled: 'Ein Webhook wurde abgeschaltet',
    webhook_backlog: 'Für einen Webhook wartet zu viel',
    billing: 'Der Tarif wurde geändert, oder eine Zahlung schlug fehl',
  },
  settings: {
    help: 'Was innerhalb einer Minute in der App gelesen wurde, wird nicht gesendet, und nichts wird zweimal gesendet.',
    noMail: 'Diese Instanz sendet keine E-Mails.',
    app: 'In der App',
    mail: 'Per E-Mail',
    mails: { never: 'Nie', at_once: 'Sofort', daily: 'Täglich um 8:00' },
    topics: {
      posts: 'Beiträge, die nicht veröffentlicht wurden',
      channels: 'Kanäle, die neu verbunden werden müssen',
      publishing: 'Das Veröffentlichen insgesamt',
      developers: 'Apps und Webhooks',
      billing: 'Tarif und Zahlungen',
    },
  },
  stop: {
    title: 'Keine E-Mails mehr',
    question:
      'Crier sendet keine E-Mails mit Benachrichtigungen mehr. In den Einstellungen lassen sie sich wieder auswählen.',
    action: 'Keine E-Mails mehr senden',
    done: 'Es kommen keine E-Mails mit Benachrichtigungen mehr.',
  },
};
