/** What providers of mail have in common. */
import type { Mail, Mailer } from '../platform/mailer.ts';

/**
 * The options of an error. `again`: the mail may be sent later, but not before `waitMs` if the provider names
 * a time.
 */
export interface MailErrorOptions {
  readonly again?: boolean;
  readonly waitMs?: number;
}

/** A mail that could not be sent. The message contains neither its text nor a password. */
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

/** What a provider does. Retries, logging and checks are shared (create-mailer.ts). */
export interface MailTransport {
  /** One attempt. @throws MailError */
  deliver(mail: Mail): Promise<void>;
  /**
   * Asks the provider whether it would accept mails, without sending one.
   *
   * @returns the result, and what a person should check
   * @throws MailError
   */
  check(): Promise<{ readonly detail: string; readonly doubt?: string }>;
  close(): Promise<void>;
}

/** What mail programs show as a button beside the sender (RFC 8058, section 3.1). */
export const unsubscribeHeaders = ({ unsubscribeUrl: url }: Mail): Record<string, string> =>
  url ? { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {};

/** For an instance without a provider. */
export const noMailer: Mailer = {
  active: false,
  send: () => Promise.reject(new MailError('No mail provider is configured: set EMAIL_PROVIDER')),
  close: () => Promise.resolve(),
};

/** The form of an email address for logs: its first letter and its domain. */
export function maskAddress(address: string): string {
  return address.replace(/^(.)?.*@/su, '$1…@');
}

/** A message of a provider as one line, without `secrets`, which some providers repeat. */
export function quoteProvider(message: string, secrets: readonly (string | undefined)[]): string {
  const clean = secrets.reduce<string>(
    (text, secret) => (secret ? text.replaceAll(secret, '********') : text),
    message,
  );
  return clean
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 300);
}
