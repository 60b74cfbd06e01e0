/** The mails about notifications, in the language of the person. They hold no text of a post. */
import type { Language } from '../platform/entities/account.ts';
import type { CameOverKind } from '../platform/entities/came-over.ts';
import type { NotificationKind } from '../platform/entities/events.ts';
import { notificationWords as german } from '../platform/notification-words/de.ts';
import { notificationWords as english, type NotificationWords } from '../platform/notification-words/en.ts';
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
  several(n: number): string;
  at(what: string, organization: string): string;
  head(organization: string, daily: boolean): string;
  readonly button: string;
  why(choices: string): string;
  stop(url: string): string;
}

const WORDS: Readonly<Record<Language, Words & NotificationWords>> = {
  en: {
    ...english,
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
    ...german,
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

/** The same for a browser: what happened, and below it on which channel, how often, in which organisation. */
export function notificationLine(
  language: Language,
  { kind, channel, times, organization }: MailedLine & { readonly organization: string },
): { title: string; body: string } {
  const words = WORDS[language];
  const parts = [
    ...(channel === null ? [] : [oneLine(channel)]),
    ...(times > 1 ? [words.times(times)] : []),
    oneLine(organization),
  ];
  return { title: words.kinds[kind], body: parts.join(' · ') };
}

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
