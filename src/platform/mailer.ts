/** Mail to people: activation, reset, invitation, notifications. */

/** One mail. `text` and `html` have the same content; a retry has the same `idempotencyKey`. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly idempotencyKey: string;
  /** Takes a POST that ends mails of this kind, without signing in (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/**
 * The sender of mails. If not `active`, no provider is set: new accounts are active at once, and links are
 * shown instead.
 */
export interface Mailer {
  readonly active: boolean;
  /**
   * Resolves when the provider has accepted the mail. Temporary failures are retried for some seconds, so a
   * request that must not reveal whether a person exists does not wait for it. Failures are logged.
   *
   * @throws MailError if the provider rejected the mail or could not be reached
   */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
