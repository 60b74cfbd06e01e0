/** What the catalogue says of one code. */

export interface ErrorKind {
  readonly status: number;
  /** What is wrong, as the answer says it; without a full stop, because fields may follow after a colon. */
  readonly message: string;
  /** When that happens, beyond what the message says, and what to do. Becomes docs/errors.md. */
  readonly when: string;
}
