import { readFileSync } from 'node:fs';
import { CliError } from '../errors.ts';

const FEWEST_CHARACTERS = 12;

/**
 * The passphrase in a file: its text without the line break at its end.
 *
 * @throws CliError `file_not_readable`; `usage` for one that is too short
 */
export function readPassphrase(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new CliError('file_not_readable', `--passphrase-file: ${(cause as Error).message}`, { cause });
  }
  const passphrase = text.replace(/\r?\n$/, '');
  if ([...passphrase].length < FEWEST_CHARACTERS) {
    throw new CliError(
      'usage',
      `--passphrase-file: the passphrase must have at least ${FEWEST_CHARACTERS} characters; openssl rand -base64 24 makes a good one`,
    );
  }
  return passphrase;
}
