/** The texts of all mails. Links carry their token after `#`, which browsers do not send to servers. */
import type { Mail } from './mailer.ts';

/** A mail without its key for repeated attempts. */
export type MailText = Omit<Mail, 'idempotencyKey'>;

/** Asks to confirm an address. It names nobody: a stranger may have typed both the address and the name. */
export function activationMail({ to, link }: { to: string; link: string }): MailText {
  return write(to, 'Confirm your email address for Crier', {
    before: [
      'Someone, probably you, signed up for Crier with this email address. Open this link to confirm it:',
    ],
    button: 'Confirm email address',
    link,
    after: [
      'The link works once, within three days.',
      'If it was not you, ignore this email: nobody can use the account unless it is confirmed.',
    ],
  });
}

export function resetMail({ to, link }: { to: string; link: string }): MailText {
  return write(to, 'Choose a new password for Crier', {
    before: [
      'Someone, probably you, asked to reset the password of the Crier account with this email address. ' +
        'Open this link to choose a new password:',
    ],
    button: 'Choose a new password',
    link,
    after: [
      'The link works once, within one hour. Choosing a new password signs you out everywhere.',
      'If it was not you, ignore this email: your password stays the same.',
    ],
  });
}

/** For a person who signs up again. The web app does not reveal that the account already exists. */
export function knownAddressMail({ to, signInLink }: { to: string; signInLink: string }): MailText {
  return write(to, 'You already have a Crier account', {
    before: [
      'Someone, probably you, signed up for Crier with this email address. ' +
        'You already have an account, so nothing was changed. Sign in here:',
    ],
    button: 'Sign in',
    link: signInLink,
    after: [
      'If you have forgotten your password, choose "Forgot your password?" on that page.',
      'If it was not you, ignore this email.',
    ],
  });
}

/** Invites a person to an organisation. `invitedBy` is null if that person has left. */
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
  const who = invitedBy ? `${oneLine(invitedBy)} has invited you` : 'You have been invited';
  return write(to, `Invitation to ${whose} on Crier`, {
    before: [
      `${who} to join ${whose} on Crier as ${role === 'admin' ? 'an admin' : 'a member'}. ` +
        'Open this link to accept:',
    ],
    button: 'View invitation',
    link,
    after: ['The link works once, within seven days.', 'If you were not expecting this, ignore this email.'],
  });
}

const MAX_NAME = 80;

/** On a line of its own a name would look like our words, and a line break would start another header. */
function oneLine(text: string): string {
  const letters = [
    ...text
      .replaceAll(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ];
  return letters.length > MAX_NAME ? `${letters.slice(0, MAX_NAME - 1).join('')}…` : letters.join('');
}

const BODY_STYLE = [
  'margin:0',
  'padding:24px',
  'font-family:system-ui,sans-serif',
  'font-size:16px',
  'line-height:1.5',
  'color:#1a1a1a',
  'background:#ffffff',
].join(';');
const BUTTON_STYLE = [
  'display:inline-block',
  'padding:10px 18px',
  'border-radius:6px',
  'background:#1c4fd8',
  'color:#ffffff',
  'text-decoration:none',
].join(';');

interface Parts {
  readonly before: readonly string[];
  readonly button: string;
  readonly link: string;
  readonly after: readonly string[];
}

function write(to: string, subject: string, { before, button, link, after }: Parts): MailText {
  const paragraph = (html: string): string => `<p style="margin:0 0 16px">${html}</p>`;
  const href = escapeHtml(link);
  const body = [
    ...before.map((text) => paragraph(escapeHtml(text))),
    paragraph(`<a href="${href}" style="${BUTTON_STYLE}">${escapeHtml(button)}</a>`),
    `<p style="margin:0 0 16px;font-size:13px;word-break:break-all">${href}</p>`,
    ...after.map((text) => paragraph(escapeHtml(text))),
  ];
  return {
    to,
    subject: oneLineSubject(subject),
    text: [...before, link, ...after].join('\n\n') + '\n',
    html: [
      '<!doctype html><html lang="en">',
      `<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
      `<body style="${BODY_STYLE}">${body.join('')}</body></html>\n`,
    ].join(''),
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
