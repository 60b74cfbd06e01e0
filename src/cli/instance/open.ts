/**
 * Which instance a command works on: the one of this machine, or with --api (CRIER_API_URL) any that answers
 * over HTTP.
 */
import { childEnv } from '../../config.ts';
import { CliError } from '../errors.ts';
import type { Instance } from './instance.ts';

/** What was typed about it. */
export interface Where {
  readonly api?: unknown;
  readonly organization?: unknown;
}

/** Whether a command is to work over HTTP: by its option, else by the environment. */
export function asksForApi(api: unknown): boolean {
  return typed(api) !== undefined;
}

/**
 * Runs `work` with the instance that was asked for. What each way needs is loaded when it is taken.
 *
 * @throws CliError `usage`, `secret_in_arguments`, `needs_terminal`; as withLocalInstance
 */
export async function withInstance<T>(
  { api, organization }: Where,
  work: (instance: Instance) => Promise<T>,
): Promise<T> {
  const given = typed(api);
  if (given === undefined) {
    return (await import('./local.ts')).withLocalInstance(organization as string | undefined, work);
  }
  if (organization !== undefined) {
    throw new CliError(
      'usage',
      '--organization does not go with --api: over HTTP the key decides the organisation',
    );
  }
  const address = addressOf(given);
  const [{ createRemoteInstance }, key] = await Promise.all([import('./remote.ts'), findKey(address)]);
  return work(createRemoteInstance({ address, key }));
}

function typed(api: unknown): string | undefined {
  return (api as string | undefined) ?? (childEnv().CRIER_API_URL?.trim() || undefined);
}

/** What was given is not repeated in a refusal: it may hold a password. */
function addressOf(given: string): string {
  const url = URL.parse(given.trim());
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CliError(
      'usage',
      '--api (or CRIER_API_URL) must be a full address such as https://crier.example',
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new CliError(
      'secret_in_arguments',
      '--api (or CRIER_API_URL) is the address alone, without a user name, a password, "?" or "#": the key belongs into CRIER_API_KEY',
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** The key goes into a header; what does not fit there would come back in an error that shows it. */
async function findKey(address: string): Promise<string> {
  const key = (childEnv().CRIER_API_KEY?.trim() || (await askKey(address))).trim();
  if (!/^[\x20-\x7e]+$/.test(key)) {
    throw new CliError('usage', 'CRIER_API_KEY is not an API key: it holds characters that no key has');
  }
  return key;
}

async function askKey(address: string): Promise<string> {
  const { askSecret, canAsk } = await import('../channels/ask.ts');
  if (!canAsk()) {
    throw new CliError(
      'needs_terminal',
      `An API key of ${address} is needed: set CRIER_API_KEY, or run this in a terminal to be asked`,
    );
  }
  return askSecret(`API key of ${address}`);
}
