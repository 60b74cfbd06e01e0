/** Mail to people: activation, reset, invitation. */

/** One mail. `text` and `html` say the same; `idempotencyKey` is that of a repeated attempt. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly idempotencyKey: string;
}

/** The way out. `active` false = none is configured: people are activated at once, and links are shown instead of mailed. */
export interface Mailer {
  readonly active: boolean;
  /** @throws MailError when the provider refused the mail or could not be reached */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}

/** A mail that did not go out; the message holds neither its text nor a password. */
export class MailError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'MailError';
  }
}

/** For an instance without a provider. */
export const noMailer: Mailer = {
  active: false,
  send: () => Promise.reject(new MailError('No mail provider is configured: set EMAIL_PROVIDER')),
  close: () => Promise.resolve(),
};
