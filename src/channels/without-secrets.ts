/**
 * Removes secrets from messages. Networks may quote what they were sent ("Malformed access token EAAB…").
 * Credentials are removed here, before a message reaches a row, a log or a history; so is anything that looks
 * like a secret of our own, such as the signature in the URL of a file.
 */
import type { Channel, Provider } from '../../providers/_kit/contract.ts';
import { redact } from '../platform/logger.ts';
import { ProviderError } from '../../providers/_kit/errors.ts';
import { mapTexts, type Words } from '../../providers/_kit/sentences/fill.ts';

/** Shorter values are not machine-made secrets, and would cut pieces out of ordinary text. */
const SHORTEST = 8;

/**
 * Runs a provider call that uses these credentials.
 *
 * @throws the call's own error; in its message and those of its causes each secret reads `[redacted]`
 */
export async function withoutSecrets<T>(
  provider: Pick<Provider, 'connection'>,
  { credentials }: Pick<Channel, 'credentials'>,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    clean(error, secretsOf(provider, credentials));
    throw error;
  }
}

/**
 * Every value except those the connect form shows in the clear (a URL, a user name). The longest first: one
 * may contain another.
 */
function secretsOf(
  { connection }: Pick<Provider, 'connection'>,
  credentials: Channel['credentials'],
): string[] {
  const shown =
    connection.kind === 'credentials'
      ? connection.fields.filter((field) => !field.secret).map((field) => field.name)
      : [];
  const secrets = Object.entries(credentials)
    .filter(([name, value]) => value.length >= SHORTEST && !shown.includes(name))
    .map(([, value]) => value);
  return [...new Set(secrets.flatMap((value) => [value, encodeURIComponent(value)]))].sort(
    (a, b) => b.length - a.length,
  );
}

/** What was said, each secret as `[redacted]`. */
export const wordsWithoutSecrets = (
  provider: Pick<Provider, 'connection'>,
  { credentials }: Pick<Channel, 'credentials'>,
  said: Words,
): Words => inWords(said, secretsOf(provider, credentials));

const inWords = (said: Words, secrets: readonly string[]): Words =>
  typeof said === 'string' ? redacted(said, secrets) : mapTexts(said, (text) => redacted(text, secrets));

const redacted = (text: string, secrets: readonly string[]): string =>
  redact(secrets.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text));

// Some errors have read-only messages, and loggers print every property.
function clean(error: unknown, secrets: readonly string[]): void {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof ProviderError) Object.assign(at, { said: inWords(at.said, secrets) });
    for (const name of Object.getOwnPropertyNames(at).concat('message')) {
      const text: unknown = Reflect.get(at, name);
      if (typeof text !== 'string') continue;
      const value = redacted(text, secrets);
      if (value !== text) Object.defineProperty(at, name, { value, configurable: true, writable: true });
    }
  }
}
