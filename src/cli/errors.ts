/**
 * Everything that can go wrong on the command line becomes one code, one readable line with the fix, and an
 * exit code.
 */
import { CrierError } from '@crier/client';
import { CommanderError } from 'commander';
import { BackupError } from './backup/manifest.ts';
import { ConfigError } from '../config.ts';
import { StartError } from '../platform/start-error.ts';
import { ApiError, type Issue } from '../platform/errors.ts';
import { redact } from '../platform/logger.ts';

/** Codes of the command line itself; those of commands that the API has too are in src/platform/errors/. */
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
  | 'instance_frozen'
  | 'network_not_available'
  | 'needs_machine'
  | 'instance_unreachable'
  | 'not_crier';

/** A refusal in words. `exitCode` 2 = the command line was wrong, 1 = it was refused. */
export class CliError extends Error {
  readonly code: CliCode;
  readonly exitCode: 1 | 2;
  readonly issues: readonly Issue[];

  constructor(code: CliCode, message: string, options: { cause?: unknown; issues?: readonly Issue[] } = {}) {
    super(message, { cause: options.cause });
    this.name = 'CliError';
    this.code = code;
    this.exitCode = code === 'usage' || code === 'secret_in_arguments' ? 2 : 1;
    this.issues = options.issues ?? [];
  }
}

/** What is shown of an error; no secret is in it. */
export interface ErrorReport {
  readonly code: string;
  readonly message: string;
  readonly issues: readonly Issue[];
  readonly exitCode: 1 | 2;
}

/** Maps anything that was thrown. */
export function reportError(error: unknown): ErrorReport {
  const { code, message, issues = [], exitCode = 1 } = describe(error);
  const clean = (text: string): string => redact(text.replace(/\s*\n\s*/g, ' ').trim());
  return {
    code,
    message: clean(message),
    issues: issues.map((i) => ({ path: i.path, message: clean(i.message) })),
    exitCode,
  };
}

/** The line for the terminal: the message, then each issue with its place. */
export function errorLine({ message, issues }: ErrorReport): string {
  return `crier: ${message}${issueWords(issues)}`;
}

function issueWords(issues: readonly Issue[]): string {
  return issues.length ? `: ${issues.map((i) => `${i.path} ${i.message}`).join('; ')}` : '';
}

type Described = Omit<ErrorReport, 'issues' | 'exitCode'> & Partial<Pick<ErrorReport, 'issues' | 'exitCode'>>;

function describe(error: unknown): Described {
  if (error instanceof CliError) return error;
  if (error instanceof CrierError) return describeRefusal(error);
  if (error instanceof CommanderError) return { code: 'usage', message: usageWords(error), exitCode: 2 };
  if (error instanceof ConfigError) {
    return { code: 'configuration', message: error.message.replace(/\n\s*/, ' ').replace(/\n\s*/g, '; ') };
  }
  if (error instanceof BackupError) return { code: error.code, message: error.message };
  if (error instanceof StartError) return { code: 'configuration', message: error.message };
  if (error instanceof Error && error.name === 'ExitPromptError') {
    return { code: 'cancelled', message: 'Cancelled: nothing was changed' };
  }
  const refusal = ApiError.from(error);
  return (
    describeDatabase(error, refusal) ?? {
      code: refusal.code,
      message: refusal.code === 'internal' ? wordsOf(error) : refusal.message,
      issues: refusal.issues,
    }
  );
}

/**
 * A refusal of the API in its words. The API ends its message with the issues; here they are shown by whoever
 * prints the report.
 */
function describeRefusal({ code, message, issues }: CrierError): Described {
  const words = issueWords(issues);
  return {
    code,
    message: words && message.endsWith(words) ? message.slice(0, -words.length) : message,
    issues,
  };
}

/** Commander repeats what was typed, which may be a secret in the wrong place: values are cut out. */
function usageWords({ code, message }: CommanderError): string {
  const said = message.replace(/^error: /, '').replace(/(--?[\w-]+)=[^'\s]*/g, '$1=…');
  return `${code === 'commander.excessArguments' ? said.replace(/: [\s\S]*$/, '') : said} (--help shows the whole command)`;
}

const NOT_READY: Readonly<Record<string, string>> = {
  '42P01': 'The database has not the tables of this version: npm run migrate (npm start does it by itself)',
  '42703': 'The database has not the columns of this version: npm run migrate (npm start does it by itself)',
  '3D000': 'The database of DATABASE_URL does not exist: create it, then npm run migrate',
  '28P01': 'The database refuses the password of DATABASE_URL: correct it',
  '28000': 'The database refuses the user of DATABASE_URL: correct it',
};

function describeDatabase(error: unknown, refusal: ApiError): Described | null {
  const codes = causes(error).map((e) => (e as NodeJS.ErrnoException).code ?? '');
  const known = codes.map((code) => NOT_READY[code]).find(Boolean);
  if (known) return { code: 'database_not_ready', message: known };
  if (refusal.code !== 'unavailable' || error === refusal) return null;
  return {
    code: 'unavailable',
    message: `The database does not answer (${wordsOf(error)}): start it, or correct DATABASE_URL. More: npm run crier -- doctor`,
  };
}

/**
 * The words of an error, or of what is behind it when it has none (a refused connection to several
 * addresses).
 */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.message) return error.message;
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
  return inner ? wordsOf(inner) : ((error as NodeJS.ErrnoException).code ?? error.name);
}

function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let e: unknown = error; e instanceof Error && found.length < 5; e = e.cause) found.push(e);
  return found;
}
