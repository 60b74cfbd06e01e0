/** Mail by Resend's HTTP API (https://resend.com/docs/api-reference). */
import { createHash } from 'node:crypto';
import type { Response } from 'undici';
import type { Egress } from '../../providers/_kit/egress.ts';
import type { Config } from '../platform/config/config.ts';
import { VERSION } from '../platform/version.ts';
import type { Mail } from '../platform/mailer.ts';
import { MailError, quoteProvider, unsubscribeHeaders, type MailTransport } from './mailer.ts';

/** The variables that Resend needs. */
export type ResendConfig = Pick<
  Config,
  'RESEND_API_KEY' | 'RESEND_API_URL' | 'EMAIL_FROM_ADDRESS' | 'EMAIL_FROM_NAME'
>;

const TIMEOUT_MS = 15_000;
/** Exceeded quotas are also a 429, but do not recover within seconds. */
const QUOTAS = new Set(['daily_quota_exceeded', 'monthly_quota_exceeded']);

/** The body of an error of Resend. Behind a broken proxy, all of it may be missing. */
interface ResendError {
  readonly name: string;
  readonly message: string;
}

/**
 * Calls go through the outbound client. They are safe to retry after a lost answer: Resend keeps an
 * Idempotency-Key for 24 hours.
 */
export function createResendTransport(config: ResendConfig, egress: Pick<Egress, 'fetch'>): MailTransport {
  const call = async (
    method: string,
    path: string,
    init: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> => {
    // Resend rejects requests without a User-Agent.
    const headers = {
      authorization: `Bearer ${config.RESEND_API_KEY}`,
      'user-agent': `Crier/${VERSION}`,
      ...init.headers,
    };
    return egress
      .fetch(`${config.RESEND_API_URL}${path}`, { method, timeoutMs: TIMEOUT_MS, ...init, headers })
      .catch((error: Error) => {
        throw new MailError(
          `Could not reach Resend: ${quoteProvider(error.message, [config.RESEND_API_KEY])}`,
          { again: true },
        );
      });
  };
  return {
    async deliver(mail) {
      const response = await call('POST', '/emails', {
        body: JSON.stringify(compose(mail, config)),
        // A digest is short and plain, with any characters in the key.
        headers: {
          'content-type': 'application/json',
          'idempotency-key': createHash('sha256').update(mail.idempotencyKey).digest('hex'),
        },
      });
      if (response.ok) return response.body?.cancel();
      throw explain(response, await readError(response), config);
    },
    async check() {
      const response = await call('GET', '/domains');
      if (response.ok) return checkDomains((await response.json()) as DomainList, config);
      const error = await readError(response);
      // The key may send, and nothing else: that is all we need.
      if (error.name === 'restricted_api_key') {
        return {
          detail: `Resend accepts the key for sending; mails are sent from ${config.EMAIL_FROM_ADDRESS}`,
        };
      }
      throw explain(response, error, config);
    },
    close: () => Promise.resolve(),
  };
}

function compose(mail: Mail, config: ResendConfig): object {
  const name = config.EMAIL_FROM_NAME;
  // RFC 5322, 3.2.3: a name with one of these characters is quoted.
  const display = /[()<>[\]:;@\\,."]/.test(name) ? `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"` : name;
  return {
    from: `${display} <${config.EMAIL_FROM_ADDRESS}>`,
    to: [mail.to],
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
  };
}

interface DomainList {
  readonly data?: readonly { readonly name: string; readonly status: string }[];
}

function checkDomains(
  { data = [] }: DomainList,
  { EMAIL_FROM_ADDRESS: from = '' }: ResendConfig,
): { detail: string; doubt?: string } {
  const domain = from.split('@')[1]?.toLowerCase() ?? '';
  const detail = `Resend accepts the key; mails are sent from ${from}`;
  const status = data.find((d) => d.name.toLowerCase() === domain)?.status;
  if (status === 'verified') return { detail };
  return {
    detail,
    doubt: status
      ? `Resend has not verified the domain ${domain} yet (${status})`
      : `the domain ${domain} does not belong to this Resend account`,
  };
}

async function readError(response: Response): Promise<ResendError> {
  const text = await response.text().catch((error: Error) => error.message);
  try {
    const body = JSON.parse(text) as Partial<ResendError> | null;
    return { name: String(body?.name ?? ''), message: String(body?.message ?? '') };
  } catch {
    return { name: '', message: text }; // not JSON: the text is all there is
  }
}

function explain(response: Response, { name, message }: ResendError, config: ResendConfig): MailError {
  const reason = quoteProvider([name, message].filter(Boolean).join(': '), [config.RESEND_API_KEY]);
  const said = `Resend rejects the mail (${response.status}): ${reason || 'no reason given'}`;
  const again =
    response.status >= 500 ||
    (response.status === 429 && !QUOTAS.has(name)) ||
    name === 'concurrent_idempotent_requests';
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new MailError(said, again ? { again, ...(seconds >= 0 ? { waitMs: seconds * 1000 } : {}) } : {});
}
