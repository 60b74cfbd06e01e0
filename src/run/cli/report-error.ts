/**
 * Every error of the command line becomes a code, one line that names the fix, and an exit code. Loaded when
 * there is one.
 */
import { CrierError } from '@crier/client';
import { CommanderError } from 'commander';
import { ConfigError } from '../../platform/config/config.ts';
import { POOLER_FIX, isPoolerRefusal } from '../../platform/database-url.ts';
import { ApiError } from '../../platform/errors.ts';
import { redact } from '../../platform/logger.ts';
import { StartError } from '../../platform/start-error.ts';
import { ArchiveError } from '../../transfer/archive/archive-error.ts';
import { BackupError } from '../../transfer/backup/backup-error.ts';
import { withStep } from './came-over-steps.ts';
import { CliError, messageOf, type CliIssue } from './errors.ts';

/** What is shown of an error. It contains no secret. */
export interface ErrorReport {
  readonly code: string;
  readonly message: string;
  readonly issues: readonly CliIssue[];
  readonly exitCode: 1 | 2;
}

/** Describes anything that was thrown. */
export function reportError(error: unknown): ErrorReport {
  const { code, message, issues = [], exitCode = 1 } = describe(error);
  const clean = (text: string): string => redact(text.replace(/\s*\n\s*/g, ' ').trim());
  return {
    code,
    message: clean(withStep({ code, message })),
    issues: issues.map((i) => ({ path: i.path, message: clean(i.message) })),
    exitCode,
  };
}

/** The line for the terminal: the message, then each issue with the field it is about. */
export function errorLine({ message, issues }: ErrorReport): string {
  return `crier: ${message}${issueText(issues)}`;
}

function issueText(issues: readonly CliIssue[]): string {
  return issues.length ? `: ${issues.map((i) => `${i.path} ${i.message}`).join('; ')}` : '';
}

type Described = Omit<ErrorReport, 'issues' | 'exitCode'> & Partial<Pick<ErrorReport, 'issues' | 'exitCode'>>;

function describe(error: unknown): Described {
  if (error instanceof CliError) return error;
  if (error instanceof CrierError) return describeApiError(error);
  if (error instanceof CommanderError) return { code: 'usage', message: usageText(error), exitCode: 2 };
  if (error instanceof ConfigError) {
    return { code: 'configuration', message: error.message.replace(/\n\s*/, ' ').replace(/\n\s*/g, '; ') };
  }
  if (error instanceof BackupError || error instanceof ArchiveError) {
    return { code: error.code, message: error.message };
  }
  if (error instanceof StartError) return { code: 'configuration', message: error.message };
  if (error instanceof Error && error.name === 'ExitPromptError') {
    return { code: 'cancelled', message: 'Cancelled: nothing was changed' };
  }
  const apiError = ApiError.from(error);
  return (
    describeDatabase(error, apiError) ?? {
      code: apiError.code,
      message: apiError.code === 'internal' ? messageOf(error) : apiError.message,
      issues: apiError.issues,
    }
  );
}

/** An error of the API. Its message ends with the issues, which are printed separately here. */
function describeApiError({ code, message, issues }: CrierError): Described {
  const reason = issueText(issues);
  return {
    code,
    message: reason && message.endsWith(reason) ? message.slice(0, -reason.length) : message,
    issues,
  };
}

/** Commander repeats what was typed, which may be a misplaced secret: values are cut out. */
function usageText({ code, message }: CommanderError): string {
  const said = message.replace(/^error: /, '').replace(/(--?[\w-]+)=[^'\s]*/g, '$1=…');
  const safe = code === 'commander.excessArguments' ? said.replace(/: [\s\S]*$/, '') : said;
  return `${safe} (see --help)`;
}

const NOT_READY: Readonly<Record<string, string>> = {
  '42P01': 'The database lacks tables of this version: run npm run migrate (npm start does it for you)',
  '42703': 'The database lacks columns of this version: run npm run migrate (npm start does it for you)',
  '3D000': 'The database in DATABASE_URL does not exist: create it, then run npm run migrate',
  '28P01': 'The database rejects the password in DATABASE_URL: correct it',
  '28000': 'The database rejects the user in DATABASE_URL: correct it',
};

function describeDatabase(error: unknown, apiError: ApiError): Described | null {
  const codes = causes(error).map((e) => (e as NodeJS.ErrnoException).code ?? '');
  const known = causes(error).some(isPoolerRefusal)
    ? `DATABASE_URL leads to a pooler. ${POOLER_FIX}`
    : codes.map((code) => NOT_READY[code]).find(Boolean);
  if (known) return { code: 'database_not_ready', message: known };
  if (apiError.code !== 'unavailable' || error === apiError) return null;
  return {
    code: 'unavailable',
    message:
      `The database does not answer (${messageOf(error)}): start it, or correct DATABASE_URL. ` +
      'To find out more: npm run crier -- doctor',
  };
}

function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let e: unknown = error; e instanceof Error && found.length < 5; e = e.cause) found.push(e);
  return found;
}
