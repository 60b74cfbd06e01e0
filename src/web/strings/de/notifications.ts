import { notificationWords } from '../../../platform/notification-words/de.ts';
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
  ...notificationWords,
  settings: {
    help: 'Was innerhalb einer Minute in der App gelesen wurde, wird nicht gesendet, und nichts wird zweimal gesendet: Was ein Browser bekommen hat, kommt nicht noch einmal per E-Mail.',
    noMail: 'Diese Instanz sendet keine E-Mails.',
    app: 'In der App',
    browser: 'In Browsern',
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
  push: {
    title: 'Dieser Browser',
    on: 'Zeigt Benachrichtigungen bis zur Abmeldung, auch während Crier geschlossen ist.',
    off: 'Zeigt keine Benachrichtigungen, während Crier geschlossen ist.',
    turnOn: 'Einschalten',
    turnOff: 'Ausschalten',
    problems: {
      missing:
        'Dieser Browser kann hier keine Benachrichtigungen zeigen. Crier braucht eine URL, die mit https:// beginnt, und muss auf einem iPhone auf dem Home-Bildschirm liegen.',
      denied:
        'Der Browser erlaubt es nicht. Benachrichtigungen für diese Seite in seinen Einstellungen erlauben und noch einmal versuchen.',
      failed: 'Der Browser konnte seinen Push-Dienst nicht erreichen. Später noch einmal versuchen.',
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
