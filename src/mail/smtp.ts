/** Mail by SMTP (RFC 5321) with nodemailer. */
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { SendMailOptions, Transporter } from 'nodemailer';
import type { Config } from '../config.ts';
import { MailError, quoteProvider, type Mail, type MailTransport } from './mailer.ts';

/** The variables that SMTP needs. */
export type SmtpConfig = Pick<
  Config,
  | 'EMAIL_HOST'
  | 'EMAIL_PORT'
  | 'EMAIL_USER'
  | 'EMAIL_PASS'
  | 'EMAIL_SECURE'
  | 'EMAIL_FROM_ADDRESS'
  | 'EMAIL_FROM_NAME'
>;

/** What nodemailer adds to an error. */
interface SmtpFailure extends Error {
  readonly code?: string;
  readonly originalCode?: string;
  readonly response?: string;
  readonly responseCode?: number;
  readonly permanent?: boolean;
  readonly timeoutType?: string;
}

const TIMEOUT_MS = 10_000;
const CERTIFICATE = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/;
const UNREACHED = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS']);

/**
 * The server is the operator's own configuration, like the database: it may have a private address, so the
 * guard of outbound calls, which is for addresses that users and networks name, is not asked.
 *
 * @param timeoutMs for connecting and for the greeting; twice as long between two lines of the server
 */
export function createSmtpTransport(config: SmtpConfig, timeoutMs: number = TIMEOUT_MS): MailTransport {
  const host = config.EMAIL_HOST ?? '';
  const secure = config.EMAIL_SECURE ?? config.EMAIL_PORT === 465;
  const port = config.EMAIL_PORT ?? (secure ? 465 : 587);
  const local = isThisMachine(host);
  const connect = async (): Promise<Transporter> =>
    (await import('nodemailer')).default.createTransport({
      host,
      port,
      secure,
      ...(config.EMAIL_USER ? { auth: { user: config.EMAIL_USER, pass: config.EMAIL_PASS } } : {}),
      // A password never crosses a network readable, unless EMAIL_SECURE=false says that it may.
      requireTLS: !secure && config.EMAIL_SECURE === undefined && config.EMAIL_USER !== undefined && !local,
      // The mail server of the same machine mostly has a certificate that it made for itself, for another
      // name; nothing leaves the machine.
      tls: { rejectUnauthorized: !local },
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: 2 * timeoutMs,
      dnsTimeout: timeoutMs,
      // A mail is made of the text that it is given: no file of the server, no page.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  // Loaded with the first mail: a worker, or an instance whose people do not forget their passwords, does
  // without.
  let transporter: Promise<Transporter> | undefined;
  const opened = (): Promise<Transporter> => (transporter ??= connect());
  const fail = (error: unknown): never => {
    throw explain(error as SmtpFailure, { config, server: `${host}:${port}`, secure });
  };
  return {
    async deliver(mail) {
      await (await opened()).sendMail(compose(mail, config)).catch(fail);
    },
    async check() {
      await (await opened()).verify().catch(fail);
      return {
        detail: `${host}:${port} answers${config.EMAIL_USER ? ` and accepts ${config.EMAIL_USER}` : ', without a sign-in'}; mails come from ${config.EMAIL_FROM_ADDRESS}`,
      };
    },
    async close() {
      (await transporter)?.close();
    },
  };
}

function compose(mail: Mail, config: SmtpConfig): SendMailOptions {
  const address = config.EMAIL_FROM_ADDRESS ?? '';
  return {
    from: { name: config.EMAIL_FROM_NAME, address },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // The same for a repeated attempt: many servers and programs show a mail only once that reached them
    // twice.
    messageId: `<${createHash('sha256').update(mail.idempotencyKey).digest('hex').slice(0, 40)}@${address.split('@')[1]}>`,
    // RFC 3834: no out-of-office note comes back.
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function explain(
  error: SmtpFailure,
  { config, server, secure }: { config: SmtpConfig; server: string; secure: boolean },
): MailError {
  const words = quoteProvider(error.response ?? error.message, [config.EMAIL_PASS]);
  if (error.code === 'EAUTH') {
    return new MailError(`${server} refuses EMAIL_USER and EMAIL_PASS: ${words}`, {
      again: error.permanent === false,
    });
  }
  if (CERTIFICATE.test(error.originalCode ?? '')) {
    return new MailError(
      `The certificate of ${server} is not trusted: ${words}. Name its authority in NODE_EXTRA_CA_CERTS, and in EMAIL_HOST the name that it was issued for`,
    );
  }
  if (error.code === 'ETLS') {
    return new MailError(
      `${server} cannot be spoken to over TLS: ${words}. EMAIL_PASS is sent without TLS only with EMAIL_SECURE=false`,
    );
  }
  if (error.responseCode) {
    return new MailError(`${server} refuses the mail: ${words}`, { again: error.permanent === false });
  }
  return new MailError(`Could not reach ${server}: ${words}${hint(error, secure)}`, {
    again: UNREACHED.has(error.code ?? ''),
  });
}

/** The two ways in which port and EMAIL_SECURE disagree. */
function hint({ message, timeoutType }: SmtpFailure, secure: boolean): string {
  if (secure && /wrong version number|packet length/i.test(message)) {
    return '. EMAIL_SECURE=true is for a port that speaks TLS from the first byte, mostly 465';
  }
  if (!secure && timeoutType === 'GREETING_TIMEOUT') {
    return '. A port that speaks TLS from the first byte, mostly 465, needs EMAIL_SECURE=true';
  }
  return '';
}
