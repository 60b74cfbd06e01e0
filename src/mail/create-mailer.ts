import { setTimeout as sleep } from 'node:timers/promises';
import type { Egress } from '../../providers/_kit/egress.ts';
import type { Config } from '../platform/config/config.ts';
import type { Logger } from '../platform/logger.ts';
import type { Mail, Mailer } from '../platform/mailer.ts';
import { MailError, maskAddress, noMailer, quoteProvider, type MailTransport } from './mailer.ts';
import { createResendTransport } from './resend.ts';
import { createSmtpTransport } from './smtp.ts';

/** `pausesMs`: before the second attempt, the third, …; tests shorten them. */
export interface MailerDeps {
  readonly egress: Pick<Egress, 'fetch'>;
  readonly log: Logger;
  readonly pausesMs?: readonly number[];
}

const PAUSES_MS = [1000, 5000] as const;
/** The longest wait that a provider may ask for; beyond it, the mail is given up. */
const LONGEST_WAIT_MS = 20_000;

/** The transport of EMAIL_PROVIDER; null if it is not set. */
export function createMailTransport(config: Config, egress: Pick<Egress, 'fetch'>): MailTransport | null {
  if (!config.EMAIL_PROVIDER) return null;
  return config.EMAIL_PROVIDER === 'resend'
    ? createResendTransport(config, egress)
    : createSmtpTransport(config);
}

/**
 * The mailer of the process. It retries temporary failures (a temporary rejection, a broken connection, 429,
 * 5xx) after the pauses, or at the time that the provider names. A mail that cannot be sent is logged as an
 * error, with the masked address and the provider's message.
 */
export function createMailer(config: Config, deps: MailerDeps): Mailer {
  const transport = createMailTransport(config, deps.egress);
  return transport ? mailerOf(transport, deps) : noMailer;
}

/** Like `createMailer`, for a given transport. */
export function mailerOf(
  transport: MailTransport,
  { log, pausesMs = PAUSES_MS }: Omit<MailerDeps, 'egress'>,
): Mailer {
  const attempt = async (mail: Mail, pauses: readonly number[], n = 0): Promise<void> => {
    try {
      await transport.deliver(mail);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      const waitMs = Math.max(pauses[n] ?? 0, error.waitMs ?? 0);
      if (!error.again || n >= pauses.length || waitMs > LONGEST_WAIT_MS) throw error;
      log.warn(
        { to: maskAddress(mail.to), reason: masked(error, mail.to).message, waitMs },
        'a mail is retried',
      );
      await sleep(waitMs);
      await attempt(mail, pauses, n + 1);
    }
  };
  return {
    active: true,
    async send(mail, limit) {
      try {
        await (limit ? within(limit.withinMs, attempt(checked(mail), [])) : attempt(checked(mail), pausesMs));
      } catch (error) {
        const failure = masked(error, mail.to);
        log.error({ to: maskAddress(mail.to), reason: failure.message }, 'a mail was not sent');
        throw failure;
      }
    },
    close: () => transport.close(),
  };
}

/** The provider may still take the mail after that: it is not to be sent again. */
async function within(ms: number, sending: Promise<void>): Promise<void> {
  const ended = new AbortController();
  const late = sleep(ms, undefined, { signal: ended.signal }).then(() => {
    throw new MailError(`The mail provider did not answer within ${ms / 1000} seconds`);
  });
  await Promise.race([sending, late]).finally(() => ended.abort());
}

/** Servers repeat the email address that they reject, and the error may be logged. */
function masked(error: unknown, address: string): MailError {
  const known =
    error instanceof MailError
      ? error
      : new MailError(error instanceof Error ? error.message : String(error));
  return new MailError(address ? known.message.replaceAll(address, maskAddress(address)) : known.message, {
    again: known.again,
    ...(known.waitMs === undefined ? {} : { waitMs: known.waitMs }),
  });
}

/** One recipient and a one-line subject: a name that a person typed cannot become a header. */
function checked(mail: Mail): Mail {
  if (!/^[^\s@<>(),;:\\"\p{Cc}]+@[^\s@<>(),;:\\"\p{Cc}]+$/u.test(mail.to)) {
    throw new MailError('Not a valid email address');
  }
  return { ...mail, subject: quoteProvider(mail.subject, []) };
}
