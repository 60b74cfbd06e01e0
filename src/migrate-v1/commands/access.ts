/** Where v1 is, from what was typed and from its .env. */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { OLD_VARIABLES } from '../map/account.ts';
import type { SourceAccess } from '../v1-source.ts';
import { CliError } from '../../run/cli/errors.ts';

/** The options that say where v1 is. */
export interface SourceOptions {
  readonly source?: string;
  readonly jwtSecretFile?: string;
  readonly redis?: string;
  readonly temporal?: string;
  readonly uploads?: string;
  readonly envFile?: string;
  readonly rate?: number;
  /** Addresses whose accounts are one person each. */
  readonly merge?: readonly string[];
}

/** Undefined when nothing was typed: then the migration that is under way is meant. */
export function accessOf(options: SourceOptions): SourceAccess | undefined {
  const old = options.envFile ? parseEnv(read('--env-file', options.envFile)) : {};
  const source = options.source ?? old.DATABASE_URL;
  const jwtSecret = options.jwtSecretFile
    ? read('--jwt-secret-file', options.jwtSecretFile).trim()
    : old.JWT_SECRET;
  const isMeant = source || jwtSecret || options.uploads || options.redis || options.temporal;
  if (!isMeant && options.envFile) {
    throw new CliError(
      'usage',
      `--env-file: ${options.envFile} sets neither DATABASE_URL nor JWT_SECRET, so it is not the .env of v1. Give that, or --source and --jwt-secret-file`,
    );
  }
  if (!isMeant) return undefined;
  if (!source) throw new CliError('usage', 'Say where the database of v1 is: --source postgres://…');
  if (!jwtSecret) {
    throw new CliError(
      'usage',
      'Give the JWT_SECRET of v1 with --jwt-secret-file or --env-file: it opens its secrets',
    );
  }
  const env = Object.fromEntries(OLD_VARIABLES.flatMap((name) => (old[name] ? [[name, old[name]]] : [])));
  const { redis, temporal, uploads = null, rate } = options;
  return { source, jwtSecret, redis, temporal, uploads, env, rate };
}

/** The names that the .env of v1 sets, without their values. */
export function namesIn(options: SourceOptions): string[] {
  return options.envFile ? Object.keys(parseEnv(read('--env-file', options.envFile))) : [];
}

function read(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CliError('usage', `${flag}: ${(error as Error).message}`);
  }
}
