/**
 * What WordPress's refusals mean. Bodies are `{code, message, data: {status}}`
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
import { toPlainText } from '../_kit/text.ts';

/** A firewall before the site lets calls through again after minutes, or when a person tells it to. */
const FIREWALL_WAIT_MS = 300_000;

/**
 * Codes by which WordPress says that this user name and password will never do again (wp-includes/user.php).
 */
const GONE: ReadonlySet<string> = new Set([
  'application_passwords_disabled',
  'application_passwords_disabled_for_user',
  'incorrect_password',
  'invalid_username',
  'invalid_email',
]);

/** The file was refused, though the status is 500: its type is not allowed, or it cannot be stored. */
const REFUSED_FILE = 'rest_upload_sideload_error';

/**
 * Maps every answer that is not 2xx. `networkCode` is WordPress's own code, else the status.
 *
 * 401 is for callers that WordPress does not know (`rest_authorization_required_code()`; known ones without
 * the right get 403), and it uses whatever code the route has for that. A withdrawn application password
 * looks like none at all, and so does a web server that does not hand the Authorization header on:
 * `TokenExpired`, which without `refresh` asks a person to connect again.
 *
 * 5xx says nothing about what was done, but for a refused file.
 */
export function mapFailure({ status, headers, body, words }: HttpFailure, now = new Date()): ProviderError {
  const { code, text } = readBody(body, words, status);
  const options = { networkCode: code ?? String(status) };
  if (status < 400) return moved(status, headers.get('location'));
  if (status === 429) return new RateLimited(text, retryAt(headers, now), options);
  if (code && GONE.has(code)) {
    return new ChannelGone(`Connect the channel again with a new application password. ${text}`, options);
  }
  if (status === 401) {
    return new TokenExpired(
      `The site does not know the user or no longer takes the application password (or its web server drops the Authorization header). ${text}`,
      options,
    );
  }
  // A firewall or a security plug-in answers before WordPress, with a page of its own: nothing was done.
  if (status === 403 && !code) {
    return new RateLimited(
      "A firewall before the site refused the call (HTTP 403, not in WordPress's words); it may have to be told to let Crier in",
      new Date(now.getTime() + FIREWALL_WAIT_MS),
      options,
    );
  }
  if (status === 408 || (status >= 500 && code !== REFUSED_FILE)) return new OutcomeUnknown(text, options);
  return new Rejected(text, options);
}

/**
 * Credentials never follow a redirect, so a site that has moved for good has to be connected at its new
 * address.
 */
function moved(status: number, location: string | null): ProviderError {
  const where = location && URL.canParse(location) ? ` to ${new URL(location).origin}` : '';
  const options = { networkCode: String(status) };
  if (status === 301 || status === 308) {
    return new ChannelGone(
      `The site has moved${where}; connect the channel again with that address (HTTP ${status})`,
      options,
    );
  }
  return new Rejected(`The site sends callers on${where} instead of answering (HTTP ${status})`, options);
}

function readBody(body: unknown, words: string, status: number): { code: string | null; text: string } {
  const { code, message, data } = (body && typeof body === 'object' ? body : {}) as {
    code?: unknown;
    message?: unknown;
    data?: { params?: Record<string, unknown> };
  };
  if (typeof code !== 'string') return { code: null, text: words };
  // Some messages are HTML; which value of which parameter is wrong stands beside the message.
  const details = Object.values(data?.params ?? {}).filter((detail) => typeof detail === 'string');
  const text = [typeof message === 'string' ? toPlainText(message) : code, ...details].join(' ');
  return { code, text: `${text.slice(0, 500)} (${code}, HTTP ${status})` };
}
