/**
 * Errors of the command line. Every command loads this file, so it imports nothing (report-error.ts does).
 */
import type { Issue } from '../../platform/errors.ts';

/** A problem at one place of a file or of a command, in English. */
export type CliIssue = Pick<Issue, 'path' | 'message'>;

/** Codes of the command line alone; those that it shares with the API are in the API's catalogue. */
export type CliCode =
  | 'usage'
  | 'secret_in_arguments'
  | 'instance_not_running'
  | 'instance_starting'
  | 'configuration'
  | 'database_not_ready'
  | 'organization_not_found'
  | 'organization_ambiguous'
  | 'channel_not_found'
  | 'channel_ambiguous'
  | 'file_not_readable'
  | 'key_not_found'
  | 'user_not_found'
  | 'user_disabled'
  | 'needs_terminal'
  | 'cancelled'
  | 'not_confirmed'
  | 'instance_frozen'
  | 'storage_unavailable'
  | 'needs_machine'
  | 'key_missing'
  | 'not_a_standby'
  | 'first_site_answers'
  | 'not_complete'
  | 'not_promoted'
  | 'instance_unreachable'
  | 'not_crier';

/** `exitCode`: 2 = wrong usage, 1 = any other error. */
export class CliError extends Error {
  readonly code: CliCode;
  readonly exitCode: 1 | 2;
  readonly issues: readonly CliIssue[];

  constructor(
    code: CliCode,
    message: string,
    options: { cause?: unknown; issues?: readonly CliIssue[] } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'CliError';
    this.code = code;
    this.exitCode = code === 'usage' || code === 'secret_in_arguments' ? 2 : 1;
    this.issues = options.issues ?? [];
  }
}

/** The message of an error, or of its cause if it has none (a refused connection to several IP addresses). */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message) return error.message;
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner ? messageOf(inner) : ((error as NodeJS.ErrnoException).code ?? error.name);
}
