/** Which instance a command works on: the one on this machine or, with --api, any other over HTTP. */
import { childEnv } from '../../../platform/config/config.ts';
import { CliError } from '../errors.ts';
import type { Instance, Lists } from './instance.ts';

/** The options that choose it. */
export interface Where {
  readonly api?: unknown;
  readonly organization?: unknown;
}

/** Whether --api or CRIER_API_URL asks for HTTP. */
export function asksForApi(api: unknown): boolean {
  return typed(api) !== undefined;
}

/**
 * Runs `work` with the chosen instance. Only the code for it is loaded.
 *
 * @throws CliError `usage`, `secret_in_arguments`, `needs_terminal`; as withLocalInstance
 */
export async function withInstance<T>(where: Where, work: (instance: Instance) => Promise<T>): Promise<T> {
  if (asksForApi(where.api)) return withRemoteInstance(where, work);
  return (await import('./local.ts')).withLocalInstance(where.organization as string | undefined, work);
}

/** The same for commands that only list. On this machine, far less is loaded. */
export async function withLists<T>(where: Where, work: (lists: Lists) => Promise<T>): Promise<T> {
  if (asksForApi(where.api)) return withRemoteInstance(where, work);
  return (await import('./local-lists.ts')).withLocalLists(where.organization as string | undefined, work);
}

async function withRemoteInstance<T>(
  { api, organization }: Where,
  work: (instance: Instance) => Promise<T>,
): Promise<T> {
  if (organization !== undefined) {
    throw new CliError(
      'usage',
      '--organization cannot be used with --api: over HTTP, the API key decides the organisation',
    );
  }
  const baseUrl = urlOf(typed(api) ?? '');
  const [{ createRemoteInstance }, key] = await Promise.all([import('./remote.ts'), findKey(baseUrl)]);
  return work(createRemoteInstance({ baseUrl, key }));
}

function typed(api: unknown): string | undefined {
  return (api as string | undefined) ?? (childEnv().CRIER_API_URL?.trim() || undefined);
}

/** Errors do not repeat the URL, because it may contain a password. */
function urlOf(input: string): string {
  const url = URL.parse(input.trim());
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new CliError('usage', '--api (or CRIER_API_URL) must be a full URL such as https://crier.example');
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new CliError(
      'secret_in_arguments',
      '--api (or CRIER_API_URL) must be the URL alone, without a user name, a password, "?" or "#": ' +
        'the API key belongs in CRIER_API_KEY',
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** The key goes into a header. A character that is not allowed there would cause an error that shows it. */
async function findKey(baseUrl: string): Promise<string> {
  const key = (childEnv().CRIER_API_KEY?.trim() || (await askKey(baseUrl))).trim();
  if (!/^[\x20-\x7e]+$/.test(key)) {
    throw new CliError('usage', 'CRIER_API_KEY is not an API key: it contains characters that no key has');
  }
  return key;
}

async function askKey(baseUrl: string): Promise<string> {
  const { askSecret, canAsk } = await import('../channels/ask.ts');
  if (!canAsk()) {
    throw new CliError(
      'needs_terminal',
      `An API key for ${baseUrl} is needed: set CRIER_API_KEY, or run this in a terminal to be asked for it`,
    );
  }
  return askSecret(`API key for ${baseUrl}`);
}
