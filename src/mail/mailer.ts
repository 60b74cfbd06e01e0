/** Mail to people: activation, reset, invitation. */

/** One mail. `text` and `html` say the same; `idempotencyKey` is that of a repeated attempt. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly idempotencyKey: string;
}

/**
 * The way out. `active` false = none is configured: people are activated at once, and links are shown instead
 * of mailed.
 */
export interface Mailer {
  readonly active: boolean;
  /**
   * Resolves when the provider has taken the mail. A passing failure is tried again for some seconds, so a
   * request that must not show whether there is such a person does not wait for it; a mail that does not go
   * out is in the log.
   *
   * @throws MailError when the provider refused the mail or could not be reached
   */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/**
 * How a failure may be mended: `again` = the same mail may go out later, after `waitMs` at the earliest when
 * the provider said so.
 */
export interface MailErrorOptions {
  readonly again?: boolean;
  readonly waitMs?: number;
}

/** A mail that did not go out; the message holds neither its text nor a password. */
export class MailError extends Error {
  readonly again: boolean;
  readonly waitMs: number | undefined;

  constructor(message: string, { again = false, waitMs }: MailErrorOptions = {}) {
    super(message);
    this.name = 'MailError';
    this.again = again;
    this.waitMs = waitMs;
  }
}

/** What one provider does; retries, the log and the checks of a mail are common (create-mailer.ts). */
export interface MailTransport {
  /** One attempt. @throws MailError */
  deliver(mail: Mail): Promise<void>;
  /**
   * Asks the provider whether it would take mails, and sends none. @returns what was found, and what a person
   * should look at; @throws MailError
   */
  check(): Promise<{ readonly detail: string; readonly doubt?: string }>;
  close(): Promise<void>;
}

/** For an instance without a provider. */
export const noMailer: Mailer = {
  active: false,
  send: () => Promise.reject(new MailError('No mail provider is configured: set EMAIL_PROVIDER')),
  close: () => Promise.resolve(),
};

/** An address for a log: its first letter and its domain. */
export function maskAddress(address: string): string {
  return address.replace(/^(.)?.*@/su, '$1…@');
}

/** The words of a provider in one line of our message, without `secrets`, which some repeat. */
export function quoteProvider(words: string, secrets: readonly (string | undefined)[]): string {
  const clean = secrets.reduce<string>(
    (text, secret) => (secret ? text.replaceAll(secret, '********') : text),
    words,
  );
  return clean
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 300);
}
