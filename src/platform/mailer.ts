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
   * @param limit for a caller that sends it again later: one attempt, which is given up after that time
   * @throws MailError if the provider rejected the mail, could not be reached, or took too long
   */
  send(mail: Mail, limit?: { readonly withinMs: number }): Promise<void>;
  close(): Promise<void>;
}
