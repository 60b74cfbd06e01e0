/**
 * What listmonk's errors mean. Bodies are `{message}` (listmonk.app/docs/apis/apis), in the language of the
 * server; those about permissions are English (internal/auth/auth.go), except for a campaign in a list that
 * the user may not use (6.2.0, cmd/campaigns.go).
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
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** A firewall allows calls again after some minutes, or when a person configures it. */
const FIREWALL_WAIT_MS = 300_000;

/** The user was deleted or switched off, or has another token. */
const GONE = /^invalid (?:api credentials|session)/i;
const DENIED = /^permission denied(?:: (?<permission>[\w:]+))?/i;
/** A template that is not there: version 1 answers this one mistake of a request with 500. */
const NO_TEMPLATE = 'campaigns_template_id_fkey';

/**
 * Maps every answer that is not 2xx. `networkCode` is the status.
 *
 * Before version 4, a wrong user or password is 401; since then it is 403, as is a missing permission, which
 * is named. 5xx proves nothing about what was done, except for the one above.
 */
export function mapFailure({ status, headers, body, message }: HttpFailure, now = new Date()): ProviderError {
  const said = messageOf(body);
  const text = said ? `listmonk: ${said.slice(0, 500)} (HTTP ${status})` : message;
  const options = { networkCode: String(status) };
  if (status < 400) return moved(status, headers.get('location'));
  if (status === 429) return new RateLimited(text, retryAt(headers, now), options);
  if (status === 401) {
    return new TokenExpired(sentence('listmonk_token_refused', { why: text }), options);
  }
  if (status === 403) return forbidden(said, text, now);
  if (said?.includes(NO_TEMPLATE)) {
    return new Rejected(sentence('listmonk_no_template'), options);
  }
  if (status === 408 || status >= 500) return new OutcomeUnknown(text, options);
  return new Rejected(text, options);
}

function forbidden(said: string | null, text: string, now: Date): ProviderError {
  const options = { networkCode: '403' };
  // A firewall answers before listmonk, with a page of its own: nothing was done.
  if (said === null) {
    return new RateLimited(
      sentence('firewall_blocked', { network: 'listmonk' }),
      new Date(now.getTime() + FIREWALL_WAIT_MS),
      options,
    );
  }
  if (GONE.test(said)) {
    return new ChannelGone(sentence('listmonk_reconnect', { why: text }), options);
  }
  const denied = DENIED.exec(said);
  if (!denied) return new Rejected(text, options);
  const { permission } = denied.groups ?? {};
  return new Rejected(
    permission
      ? sentence('listmonk_lacks_permission', { permissions: [permission] })
      : sentence('listmonk_list_not_allowed'),
    options,
  );
}

/** Credentials never follow a redirect, so a server that has moved permanently must be reconnected. */
function moved(status: number, location: string | null): ProviderError {
  const url = location && URL.canParse(location) ? new URL(location).origin : 'another URL';
  const options = { networkCode: String(status) };
  if (status === 301 || status === 308) {
    return new ChannelGone(sentence('moved_to', { who: 'listmonk', url, status }), options);
  }
  return new Rejected(sentence('redirects_to', { who: 'listmonk', url }), options);
}

function messageOf(body: unknown): string | null {
  const { message } = (body && typeof body === 'object' ? body : {}) as { message?: unknown };
  return typeof message === 'string' ? message : null;
}
