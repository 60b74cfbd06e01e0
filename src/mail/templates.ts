/** The texts of all mails. Links carry their token behind `#`, which browsers send to no server. */
import type { Mail } from './mailer.ts';

/** A mail without its key for repeated attempts. */
export type MailText = Omit<Mail, 'idempotencyKey'>;

/** Asks to confirm an address. Names nobody: a stranger may have typed both the address and the name. */
export function activationMail({ to, link }: { to: string; link: string }): MailText {
  return write(to, 'Confirm your address for Crier', {
    before: [
      'Somebody, most likely you, signed up for Crier with this address. Open this link to confirm it:',
    ],
    button: 'Confirm this address',
    link,
    after: [
      'The link works once, for three days.',
      'If it was not you, do nothing: without the confirmation, nobody can use the account.',
    ],
  });
}

/** Offers another password. */
export function resetMail({ to, link }: { to: string; link: string }): MailText {
  return write(to, 'Choose a new password for Crier', {
    before: [
      'Somebody, most likely you, asked for a new password for the Crier account with this address. Open this link to choose one:',
    ],
    button: 'Choose a new password',
    link,
    after: [
      'The link works once, for one hour. Choosing a new password signs you out everywhere.',
      'If it was not you, do nothing: your password stays as it is.',
    ],
  });
}

/**
 * To somebody who has an account and signs up again; whoever asked from outside does not learn that there is
 * one.
 */
export function knownAddressMail({ to, signInLink }: { to: string; signInLink: string }): MailText {
  return write(to, 'You have a Crier account already', {
    before: [
      'Somebody, most likely you, signed up for Crier with this address. It has an account already, and nothing was changed. Sign in here:',
    ],
    button: 'Sign in',
    link: signInLink,
    after: [
      'If you do not know your password any more, choose "Forgot your password?" there.',
      'If it was not you, there is nothing to do.',
    ],
  });
}

/** Invites into an organisation. `invitedBy` is the name of the person who did, null when they are gone. */
export function invitationMail({
  to,
  link,
  organization,
  invitedBy,
  role,
}: {
  to: string;
  link: string;
  organization: string;
  invitedBy: string | null;
  role: 'admin' | 'member';
}): MailText {
  const whose = `"${oneLine(organization)}"`;
  const who = invitedBy ? `${oneLine(invitedBy)} invites you` : 'You are invited';
  return write(to, `Invitation to ${whose} on Crier`, {
    before: [
      `${who} to ${whose} on Crier, as ${role === 'admin' ? 'an admin' : 'a member'}. Open this link to accept:`,
    ],
    button: 'Look at the invitation',
    link,
    after: ['The link works once, for seven days.', 'If you do not know what this is about, do nothing.'],
  });
}

const MAX_NAME = 80;

/**
 * A name in a line of its own would be a sentence of ours; and CR or LF would begin another header of the
 * mail.
 */
function oneLine(text: string): string {
  const letters = [
    ...text
      .replaceAll(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ];
  return letters.length > MAX_NAME ? `${letters.slice(0, MAX_NAME - 1).join('')}…` : letters.join('');
}

interface Parts {
  readonly before: readonly string[];
  readonly button: string;
  readonly link: string;
  readonly after: readonly string[];
}

function write(to: string, subject: string, { before, button, link, after }: Parts): MailText {
  const paragraph = (text: string): string => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const anchor = `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#1c4fd8;color:#ffffff;text-decoration:none">${escapeHtml(button)}</a></p>`;
  const spelled = `<p style="margin:0 0 16px;font-size:13px;word-break:break-all">${escapeHtml(link)}</p>`;
  return {
    to,
    subject: oneLineSubject(subject),
    text: [...before, link, ...after].join('\n\n') + '\n',
    html:
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="margin:0;padding:24px;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a;background:#ffffff">` +
      `${before.map(paragraph).join('')}${anchor}${spelled}${after.map(paragraph).join('')}</body></html>\n`,
  };
}

const oneLineSubject = (subject: string): string => subject.replaceAll(/[\r\n]+/g, ' ');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
