/**
 * What Skool's answers mean. They are not documented: what is known of them is from other clients, and the
 * firewall in front of Skool is described by its maker (docs.aws.amazon.com/waf, "CAPTCHA and Challenge
 * action behavior": 202 or 405 with the header `x-amzn-waf-action`, and the request "is blocked from going to
 * its intended destination").
 */
import {
  ChannelGone,
  RateLimited,
  Rejected,
  TokenExpired,
  Unsent,
  type ProviderError,
} from '../_kit/errors.ts';
import { retryAt, type HttpFailure } from '../_kit/http.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import type { Sentence } from '../_kit/sentences/fill.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

const stoppedBy = (answer: string): Sentence => sentence('skool_firewall', { answer });

/** The code of everything that the firewall stops. */
export const FIREWALL = 'firewall';

/** Skool's messages about a post that it will not take from this person. */
const MAY_NOT = /must be admin or level|cannot post to this label/i;

interface FieldErrors {
  readonly fields?: readonly { readonly user?: unknown; readonly error?: unknown }[];
}

/** Maps an answer that is not 2xx; null leaves it to `classifyStatus` (408 and 5xx = unknown). */
export function mapFailure(failure: HttpFailure, now = new Date()): ProviderError | null {
  const { status, headers } = failure;
  const options = { networkCode: String(status) };
  const message = messageOf(failure);
  if (status === 429) return new RateLimited(message, retryAt(headers, now), options);
  if (status < 500 && MAY_NOT.test(textOf(failure))) return new Rejected(message, options);
  if (status === 405 || (status === 403 && isPage(failure))) {
    return new Unsent(stoppedBy(`HTTP ${status}`), { networkCode: FIREWALL });
  }
  if (status === 401) return new TokenExpired(message, options);
  if (status === 403) return new ChannelGone(sentence('skool_signed_out', { why: message }), options);
  return status >= 400 && status < 500 && status !== 408 ? new Rejected(message, options) : null;
}

/** An answer of the firewall, with any status: a challenge comes with 202. */
export async function assertNotStopped({
  headers,
  body,
  status,
}: {
  readonly headers: { get(name: string): string | null };
  readonly body: { cancel(): Promise<void> } | null;
  readonly status: number;
}): Promise<void> {
  const action = headers.get('x-amzn-waf-action');
  if (!action) return;
  await body?.cancel();
  throw new Unsent(stoppedBy(`${action}, HTTP ${status}`), { networkCode: FIREWALL });
}

/** "The request could not be satisfied. Request blocked": a page of CloudFront, where Skool answers JSON. */
const isPage = ({ headers, body }: HttpFailure): boolean =>
  String(headers.get('content-type')).startsWith('text/html') || /<html/i.test(textOf({ body }));

const textOf = ({ body }: Pick<HttpFailure, 'body'>): string =>
  typeof body === 'string' ? body : JSON.stringify(body ?? '');

/** Skool answers with a text, with a message, or names the field. */
function messageOf({ body, message, status }: HttpFailure): string {
  const [field] = (body as FieldErrors | null)?.fields ?? [];
  if (typeof field?.error === 'string') return `${field.error} (HTTP ${status})`;
  const isText = typeof body === 'string' && body.trim() && !/</.test(body);
  return isText ? `${body.trim().slice(0, 300)} (HTTP ${status})` : message;
}
