/** The catalogue's entry for one code. */

export interface ErrorKind {
  readonly status: number;
  /** The message of the answer; without a full stop, because fields may follow after a colon. */
  readonly message: string;
  /** When that happens, beyond the message, and what to do. Becomes docs/errors.md. */
  readonly when: string;
}
