import type { connect as english } from '../en/connect.ts';
import type { Words } from '../words.ts';

export const connect: Words<typeof english> = {
  title: 'Kanal wird verbunden',
  connected: 'Kanal verbunden',
  connectedHelp: 'Dort kann jetzt veröffentlicht werden.',
  reconnected: 'Kanal neu verbunden',
  reconnectedHelp: 'Beiträge, die auf diesen Kanal gewartet haben, werden jetzt veröffentlicht.',
  choose: 'Welches Konto?',
  chooseHelp:
    'Es gibt Zugriff auf mehrere Konten. Bitte eines zum Verbinden wählen; die anderen lassen sich später hinzufügen.',
  chooseAction: 'Dieses Konto verbinden',
  confirm: 'Dieses Konto verbinden?',
  confirmHelp: (organization) =>
    `Ein API-Schlüssel oder eine App von ${organization} möchte es verbinden. ` +
    'Nur fortfahren, wenn das erwartet war: Beiträge der Organisation würden dann dort veröffentlicht.',
  confirmAction: 'Dieses Konto verbinden',
  decline: 'Nicht verbinden',
  invalidState: 'Ungültiger Zustand',
  failedToFetch: 'Abruf fehlgeschlagen',
  failedToFetchHelp: 'Das Netzwerk war nicht erreichbar. Der Kanal wurde nicht verbunden.',
  failed: 'Der Kanal wurde nicht verbunden',
  signedOut: (host) => `Zurück auf ${host}, aber dort nicht angemeldet.`,
  signIn: 'Anmelden',
  signInFirst: 'Anmelden, um das Verbinden abzuschließen',
  signInFirstHelp:
    'Das Netzwerk hat der Verbindung zugestimmt. Zum Fortfahren mit der Rolle „Eigentum“ oder „Verwaltung“ anmelden.',
  approve: 'In der App zustimmen',
  approveHelp:
    'Den Code mit der Kamera des Telefons scannen und in der App des Netzwerks zustimmen. Danach geht es hier automatisch weiter.',
  approveCode: 'QR-Code, der zur Zustimmung führt',
  approveOnPhone: 'Die Zustimmung auf diesem Gerät öffnen',
  approveWaiting: 'Warten auf die Zustimmung',
  tryAgain: 'Erneut versuchen',
  toChannels: 'Zu den Kanälen',
};
