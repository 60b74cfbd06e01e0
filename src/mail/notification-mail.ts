/** The mails about notifications, in the language of the person. They hold no text of a post. */
import type { Language } from '../platform/entities/account.ts';
import type { CameOverKind } from '../platform/entities/came-over.ts';
import type { NotificationKind } from '../platform/entities/events.ts';
import { oneLine, write, type MailText } from './templates.ts';

export type MailedKind = Exclude<NotificationKind, CameOverKind>;

/** What happened, on which channel, how often. */
export interface MailedLine {
  readonly kind: MailedKind;
  readonly channel: string | null;
  readonly times: number;
}

export interface NotificationMail {
  readonly to: string;
  readonly language: Language;
  readonly organization: string;
  readonly daily: boolean;
  readonly lines: readonly MailedLine[];
  readonly links: {
    readonly list: string;
    readonly choices: string;
    /** For a person, with a button to confirm. */
    readonly stop: string;
  };
}

interface Words {
  readonly kinds: Readonly<Record<MailedKind, string>>;
  times(n: number): string;
  several(n: number): string;
  at(what: string, organization: string): string;
  head(organization: string, daily: boolean): string;
  readonly button: string;
  why(choices: string): string;
  stop(url: string): string;
}

const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    kinds: {
      failed: 'A post could not be published',
      partly_published: 'A thread was published in part',
      unconfirmed: 'Nobody knows whether a post was published',
      missed: 'A post was overdue, and was not published',
      channel_disconnected: 'A channel must be reconnected',
      frozen: 'Publishing was frozen',
      app_deleted: 'An app was deleted',
      token_revoked: 'The access of an app was revoked',
      webhook_disabled: 'A webhook was switched off',
      webhook_backlog: 'Too much waits for a webhook',
      billing: 'The plan was changed, or a payment failed',
    },
    times: (n) => (n === 2 ? 'twice' : `${n} times`),
    several: (n) => `${n} notifications`,
    at: (what, organization) => `${what} – ${organization}`,
    head: (organization, daily) =>
      daily
        ? `What happened at "${organization}" since the last daily mail, and was not read yet:`
        : `This happened at "${organization}":`,
    button: 'Open the notifications',
    why: (choices) => `You get this mail because you chose it in your settings: ${choices}`,
    stop: (url) => `To get no more of these mails: ${url}`,
  },
  de: {
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
    times: (n) => (n === 2 ? 'zweimal' : `${n}-mal`),
    several: (n) => `${n} Benachrichtigungen`,
    at: (what, organization) => `${what} – ${organization}`,
    head: (organization, daily) =>
      daily
        ? `Was bei „${organization}“ seit der letzten täglichen E-Mail geschehen ist und noch nicht gelesen wurde:`
        : `Das ist bei „${organization}“ geschehen:`,
    button: 'Benachrichtigungen öffnen',
    why: (choices) => `Diese E-Mail wurde in den Einstellungen so gewählt: ${choices}`,
    stop: (url) => `Um keine dieser E-Mails mehr zu bekommen: ${url}`,
  },
};

export function notificationMail({ to, language, lines, links, ...about }: NotificationMail): MailText {
  const words = WORDS[language];
  const organization = oneLine(about.organization);
  const said = lines.map(({ kind, channel, times }) => {
    const what = channel === null ? words.kinds[kind] : `${words.kinds[kind]}: ${oneLine(channel)}`;
    return times > 1 ? `${what} (${words.times(times)})` : what;
  });
  const subject = said.length === 1 ? (said[0] ?? '') : words.several(said.length);
  const parts = {
    before: [words.head(organization, about.daily), ...said],
    button: words.button,
    link: links.list,
    after: [words.why(links.choices), words.stop(links.stop)],
    language,
  };
  return write(to, words.at(subject, organization), parts);
}
