import type { NotificationWords } from './en.ts';

export const notificationWords: NotificationWords = {
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
  times: (n) => (n === 1 ? 'einmal' : n === 2 ? 'zweimal' : `${n}-mal`),
};
