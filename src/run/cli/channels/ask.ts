/** Questions on the terminal. They go to stderr, because stdout is for the result. */
import { input, password } from '@inquirer/prompts';
import type { ConnectField, Provider } from '../../../../providers/_kit/contract.ts';
import { CliError } from '../errors.ts';

/** Where values come from, in order: options (never secrets), the environment, a question, the default. */
export interface Sources {
  readonly options: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether there is a person to ask. */
  readonly canAsk: boolean;
}

/** Whether this process runs on a terminal, with a person to ask. */
export function canAsk(): boolean {
  return Boolean(process.stdin.isTTY && process.stderr.isTTY);
}

/**
 * The fields that the network needs to connect a channel. A person is asked for missing required fields and,
 * without echo, for secrets.
 *
 * @throws CliError `needs_terminal`, naming the variable, if a field is missing and there is nobody to ask
 */
export async function collectFields(provider: Provider, sources: Sources): Promise<Record<string, string>> {
  const fields = provider.connection.kind === 'credentials' ? provider.connection.fields : [];
  const values: Record<string, string> = {};
  for (const field of fields) {
    const input =
      (field.secret ? undefined : (sources.options[field.name] as string | undefined)) ??
      sources.env[field.env];
    const value = input?.trim() || (await ask(provider, field, sources.canAsk));
    if (value) values[field.name] = value;
  }
  return values;
}

async function ask(provider: Provider, field: ConnectField, possible: boolean): Promise<string> {
  if (!field.required && !field.secret) return '';
  if (possible) return (await question(field)).trim();
  if (!field.required) return '';
  const option = field.secret ? '' : `use --${field.name}, or `;
  throw new CliError(
    'needs_terminal',
    `${provider.name} needs its ${field.label.toLowerCase()} (${field.help}): ` +
      `${option}set ${field.env}, or run this in a terminal to be asked for it`,
  );
}

/** Asks a person for a secret, without echo. */
export async function askSecret(message: string): Promise<string> {
  return (
    await password(
      {
        message,
        mask: false,
        toggleMask: false,
        validate: (value) => Boolean(value.trim()) || 'Please enter a value',
      },
      { output: process.stderr },
    )
  ).trim();
}

function question(field: ConnectField): Promise<string> {
  const message = `${field.label} (${field.help})`;
  const needed = (value: string): true | string =>
    Boolean(value.trim()) || !field.required || 'Please enter a value';
  const where = { output: process.stderr };
  return field.secret
    ? password({ message, mask: false, toggleMask: false, validate: needed }, where)
    : input({ message, default: field.default, validate: needed }, where);
}
