/** The texts of all mails. Links carry their token after `#`, which browsers do not send to servers. */
import type { Language } from '../platform/entities/account.ts';
import type { Mail } from '../platform/mailer.ts';

/** A mail without its key for repeated attempts. */
export type MailText = Omit<Mail, 'idempotencyKey'>;

/**
 * Asks to confirm an email address. It names nobody: a third party may have typed both the address and the
 * name.
 */
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

/** On a line of its own a name would look like our own text, and a line break would start another header. */
export function oneLine(text: string): string {
  const letters = [
    ...text
      .replaceAll(/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]+/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ];
  return letters.length > MAX_NAME ? `${letters.slice(0, MAX_NAME - 1).join('')}…` : letters.join('');
}

/** The colours of the web app (src/web/look/tokens.css), written out: mail programs know no variables. */
const LIGHT = {
  page: '#f5f7f7',
  card: '#ffffff',
  line: '#dde3e4',
  bright: '#0c1518',
  text: '#1c282c',
  dimmed: '#536269',
  accent: '#0b6e77',
  brass: '#f2b33d',
} as const;
/** For programs that show mails in the dark; the others keep the light ones. */
const DARK = `@media (prefers-color-scheme:dark){.page{background:#0e1315!important}.card{background:#151b1e!important;border-color:#273035!important}.bright{color:#ffffff!important}.text{color:#dbe2e4!important}.dimmed{color:#a3b0b4!important}.link{color:#5cc3c9!important}}`;

const css = (rules: Readonly<Record<string, string>>): string =>
  Object.entries(rules)
    .map(([name, value]) => `${name}:${value}`)
    .join(';');

const STYLES = {
  page: css({
    margin: '0',
    padding: '32px 16px',
    background: LIGHT.page,
    'font-family': 'Inter,system-ui,-apple-system,Segoe UI,sans-serif',
  }),
  card: css({
    'max-width': '520px',
    margin: '0 auto',
    padding: '32px',
    background: LIGHT.card,
    border: `1px solid ${LIGHT.line}`,
    'border-radius': '12px',
  }),
  // Drawn with letters: many programs show neither SVG nor pictures from elsewhere.
  mark: css({
    display: 'inline-block',
    width: '28px',
    height: '28px',
    'border-radius': '8px',
    background: LIGHT.accent,
    color: '#ffffff',
    'font-size': '17px',
    'font-weight': '700',
    'line-height': '28px',
    'text-align': 'center',
    'vertical-align': 'middle',
  }),
  name: css({
    margin: '0 0 24px',
    color: LIGHT.bright,
    'font-size': '16px',
    'font-weight': '650',
    'line-height': '28px',
  }),
  text: css({ margin: '0 0 16px', color: LIGHT.text, 'font-size': '16px', 'line-height': '1.55' }),
  address: css({ margin: '0 0 24px', 'font-size': '13px', 'line-height': '1.5', 'word-break': 'break-all' }),
  link: css({ color: LIGHT.accent }),
  button: css({
    display: 'inline-block',
    padding: '11px 20px',
    'border-radius': '8px',
    background: LIGHT.accent,
    color: '#ffffff',
    'font-weight': '600',
    'text-decoration': 'none',
  }),
  after: css({ margin: '0 0 8px', color: LIGHT.dimmed, 'font-size': '14px', 'line-height': '1.5' }),
} as const;

const MARK =
  `<p class="bright" style="${STYLES.name}">` +
  `<span aria-hidden="true" style="${STYLES.mark}">C<span style="color:${LIGHT.brass}">.</span></span>` +
  '&nbsp; Crier</p>';

interface Parts {
  readonly before: readonly string[];
  readonly button: string;
  readonly link: string;
  readonly after: readonly string[];
  /** Default: English. */
  readonly language?: Language;
}

/** The two parts have the same content, paragraph by paragraph. */
export function write(
  to: string,
  subject: string,
  { before, button, link, after, language = 'en' }: Parts,
): MailText {
  const paragraph = (html: string): string => `<p class="text" style="${STYLES.text}">${html}</p>`;
  const href = escapeHtml(link);
  const body = [
    MARK,
    ...before.map((text) => paragraph(escapeHtml(text))),
    paragraph(`<a href="${href}" style="${STYLES.button}">${escapeHtml(button)}</a>`),
    `<p style="${STYLES.address}"><a class="link" href="${href}" style="${STYLES.link}">${href}</a></p>`,
    ...after.map((text) => `<p class="dimmed" style="${STYLES.after}">${escapeHtml(text)}</p>`),
  ];
  return {
    to,
    subject: oneLineSubject(subject),
    text: [...before, link, ...after].join('\n\n') + '\n',
    html: [
      `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width,initial-scale=1">',
      '<meta name="color-scheme" content="light dark">',
      `<title>${escapeHtml(subject)}</title><style>${DARK}</style></head>`,
      `<body class="page" style="${STYLES.page}">`,
      `<div class="card" style="${STYLES.card}">${body.join('')}</div></body></html>\n`,
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
