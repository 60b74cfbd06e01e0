/** Questions on the terminal. They go to stderr, so that stdout holds the answer alone. */
import { input, password } from '@inquirer/prompts';
import type { ConnectField, Provider } from '../../../providers/_kit/contract.ts';
import { CliError } from '../errors.ts';

/**
 * Where values come from, in this order: options (never secrets), the environment, a question, the default.
 */
export interface Sources {
  readonly options: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a person can be asked. */
  readonly canAsk: boolean;
}

/** Whether this process has a person at its terminal. */
export function canAsk(): boolean {
  return Boolean(process.stdin.isTTY && process.stderr.isTTY);
}

/**
 * The fields that a network's `connect` takes. A person is asked for what is required and for secrets,
 * without echo.
 *
 * @throws CliError `needs_terminal` naming the variable when something is missing and nobody can be asked
 */
export async function collectFields(provider: Provider, sources: Sources): Promise<Record<string, string>> {
  const fields = provider.connection.kind === 'credentials' ? provider.connection.fields : [];
  const values: Record<string, string> = {};
  for (const field of fields) {
    const given =
      (field.secret ? undefined : (sources.options[field.name] as string | undefined)) ??
      sources.env[field.env];
    const value = given?.trim() || (await ask(provider, field, sources.canAsk));
    if (value) values[field.name] = value;
  }
  return values;
}

async function ask(provider: Provider, field: ConnectField, possible: boolean): Promise<string> {
  if (!field.required && !field.secret) return '';
  if (possible) return (await question(field)).trim();
  if (!field.required) return '';
  const option = field.secret ? '' : `give --${field.name}, or `;
  throw new CliError(
    'needs_terminal',
    `${provider.name} needs its ${field.label.toLowerCase()} (${field.help}): ${option}set ${field.env}, or run this in a terminal to be asked`,
  );
}

/** Asks a person for a secret, without echo. */
export async function askSecret(message: string): Promise<string> {
  return (
    await password(
      { message, mask: false, toggleMask: false, validate: (value) => Boolean(value.trim()) || 'is needed' },
      { output: process.stderr },
    )
  ).trim();
}

function question(field: ConnectField): Promise<string> {
  const message = `${field.label} (${field.help})`;
  const needed = (value: string): true | string => Boolean(value.trim()) || !field.required || 'is needed';
  const where = { output: process.stderr };
  return field.secret
    ? password({ message, mask: false, toggleMask: false, validate: needed }, where)
    : input({ message, default: field.default, validate: needed }, where);
}
