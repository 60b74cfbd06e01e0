/**
 * What WordPress's errors mean. Bodies are `{code, message, data: {status}}`
 * (developer.wordpress.org/rest-api, WP_Error).
 */
import { retryAt, type HttpFailure } from '../_kit/http.ts';
import {
  ChannelGone,
  OutcomeUnknown,
  RateLimited,
  Rejected,
  TokenExpired,
  type ProviderError,
} from '../_kit/errors.ts';
import { shownWords } from '../_kit/recent.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** A firewall allows calls again after some minutes, or when a person configures it. */
const FIREWALL_WAIT_MS = 300_000;

/** Codes which mean that this user name and password will never work again (wp-includes/user.php). */
const GONE: ReadonlySet<string> = new Set([
  'application_passwords_disabled',
  'application_passwords_disabled_for_user',
  'incorrect_password',
  'invalid_username',
  'invalid_email',
]);

/** The file was rejected, although the status is 500: its type is not allowed, or it cannot be stored. */
const REJECTED_FILE = 'rest_upload_sideload_error';

/**
 * Maps every answer that is not 2xx. `networkCode` is WordPress's own code, else the status.
 *
 * 401 means an unauthenticated caller (`rest_authorization_required_code()`; users without permission get
 * 403), with the code of the route. A revoked application password looks like a missing one, as does a web
 * server that drops the Authorization header: `TokenExpired`, which without `refresh` asks a person to
 * reconnect.
 *
 * 5xx proves nothing about what was done, except for a rejected file.
 */
export function mapFailure({ status, headers, body, message }: HttpFailure, now = new Date()): ProviderError {
  const { code, text } = readBody(body, message, status);
  const options = { networkCode: code ?? String(status) };
  if (status < 400) return moved(status, headers.get('location'));
  if (status === 429) return new RateLimited(text, retryAt(headers, now), options);
  if (code && GONE.has(code)) {
    return new ChannelGone(sentence('wordpress_reconnect', { why: text }), options);
  }
  if (status === 401) {
    return new TokenExpired(sentence('wordpress_password_refused', { why: text }), options);
  }
  // A firewall or a security plugin answers before WordPress, with a page of its own: nothing was done.
  if (status === 403 && !code) {
    return new RateLimited(
      sentence('firewall_blocked', { network: 'WordPress' }),
      new Date(now.getTime() + FIREWALL_WAIT_MS),
      options,
    );
  }
  if (status === 408 || (status >= 500 && code !== REJECTED_FILE)) return new OutcomeUnknown(text, options);
  return new Rejected(text, options);
}

/** Credentials never follow a redirect, so a site that has moved permanently must be reconnected. */
function moved(status: number, location: string | null): ProviderError {
  const url = location && URL.canParse(location) ? new URL(location).origin : 'another URL';
  const options = { networkCode: String(status) };
  if (status === 301 || status === 308) {
    return new ChannelGone(sentence('moved_to', { who: 'The site', url, status }), options);
  }
  return new Rejected(sentence('redirects_to', { who: 'The site', url }), options);
}

function readBody(body: unknown, fallback: string, status: number): { code: string | null; text: string } {
  const { code, message, data } = (body && typeof body === 'object' ? body : {}) as {
    code?: unknown;
    message?: unknown;
    data?: { params?: Record<string, unknown> };
  };
  if (typeof code !== 'string') return { code: null, text: fallback };
  // Some messages are HTML; wrong values of parameters are listed separately.
  const details = Object.values(data?.params ?? {}).filter((detail) => typeof detail === 'string');
  const text = [typeof message === 'string' ? shownWords(message) : code, ...details].join(' ');
  return { code, text: `${text.slice(0, 500)} (${code}, HTTP ${status})` };
}
