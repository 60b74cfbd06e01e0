import { setTimeout as sleep } from 'node:timers/promises';
import type { Egress } from '../../providers/_kit/egress.ts';
import type { Config } from '../config.ts';
import type { Logger } from '../platform/logger.ts';
import {
  MailError,
  maskAddress,
  noMailer,
  quoteProvider,
  type Mail,
  type MailTransport,
  type Mailer,
} from './mailer.ts';
import { createResendTransport } from './resend.ts';
import { createSmtpTransport } from './smtp.ts';

/**
 * What mail needs of the process. `pausesMs`: before the second attempt, the third, …; tests make them short.
 */
export interface MailerDeps {
  readonly egress: Pick<Egress, 'fetch'>;
  readonly log: Logger;
  readonly pausesMs?: readonly number[];
}

const PAUSES_MS = [1000, 5000] as const;
/** A provider that asks for more than this is not waited for. */
const LONGEST_WAIT_MS = 20_000;

/** The way out that EMAIL_PROVIDER names; null for none. */
export function createMailTransport(config: Config, egress: Pick<Egress, 'fetch'>): MailTransport | null {
  if (!config.EMAIL_PROVIDER) return null;
  return config.EMAIL_PROVIDER === 'resend'
    ? createResendTransport(config, egress)
    : createSmtpTransport(config);
}

/**
 * The mailer of the process. A passing failure (a refusal for now, a broken connection, 429, 5xx) is tried
 * again after the pauses, or after what the provider asks for; a mail that does not go out is logged as an
 * error with its masked address and the provider's words.
 */
export function createMailer(config: Config, deps: MailerDeps): Mailer {
  const transport = createMailTransport(config, deps.egress);
  return transport ? mailerOf(transport, deps) : noMailer;
}

/** As `createMailer`, for a transport that is there. */
export function mailerOf(
  transport: MailTransport,
  { log, pausesMs = PAUSES_MS }: Omit<MailerDeps, 'egress'>,
): Mailer {
  const attempt = async (mail: Mail, n: number): Promise<void> => {
    try {
      await transport.deliver(mail);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      const waitMs = Math.max(pausesMs[n] ?? 0, error.waitMs ?? 0);
      if (!error.again || n >= pausesMs.length || waitMs > LONGEST_WAIT_MS) throw error;
      log.warn(
        { to: maskAddress(mail.to), reason: masked(error, mail.to).message, waitMs },
        'a mail is tried again',
      );
      await sleep(waitMs);
      await attempt(mail, n + 1);
    }
  };
  return {
    active: true,
    async send(mail) {
      try {
        await attempt(checked(mail), 0);
      } catch (error) {
        const refused = masked(error, mail.to);
        log.error({ to: maskAddress(mail.to), reason: refused.message }, 'a mail was not sent');
        throw refused;
      }
    },
    close: () => transport.close(),
  };
}

/** Servers repeat the address that they refuse, and whoever gets the error may log it. */
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

/** One recipient and one line of subject: what a person typed as their name never becomes a header. */
function checked(mail: Mail): Mail {
  if (!/^[^\s@<>(),;:\\"\p{Cc}]+@[^\s@<>(),;:\\"\p{Cc}]+$/u.test(mail.to)) {
    throw new MailError('Not an address that a mail can be sent to');
  }
  return { ...mail, subject: quoteProvider(mail.subject, []) };
}
