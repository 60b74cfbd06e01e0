/** Mail by SMTP (RFC 5321) with nodemailer. */
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import type { SendMailOptions, Transporter } from 'nodemailer';
import type { Config } from '../platform/config/config.ts';
import type { Mail } from '../platform/mailer.ts';
import { MailError, quoteProvider, unsubscribeHeaders, type MailTransport } from './mailer.ts';

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
const UNREACHABLE = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'EDNS']);

/**
 * The operator sets the server, like the database, so it may have a private address and is not checked by the
 * guard of outbound calls, which is for hosts that people and networks name.
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
      // A password is never sent unencrypted over a network, unless EMAIL_SECURE=false allows it.
      requireTLS: !secure && config.EMAIL_SECURE === undefined && config.EMAIL_USER !== undefined && !local,
      // A mail server on the same machine usually has a self-signed certificate for another name; nothing
      // leaves the machine.
      tls: { rejectUnauthorized: !local },
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: 2 * timeoutMs,
      dnsTimeout: timeoutMs,
      // A mail never includes files of the server, or web pages.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  // Loaded with the first mail; most processes never send one.
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
      const user = config.EMAIL_USER ? ` and accepts ${config.EMAIL_USER}` : ', without signing in';
      return { detail: `${host}:${port} answers${user}; mails are sent from ${config.EMAIL_FROM_ADDRESS}` };
    },
    async close() {
      (await transporter)?.close();
    },
  };
}

function compose(mail: Mail, config: SmtpConfig): SendMailOptions {
  const address = config.EMAIL_FROM_ADDRESS ?? '';
  const digest = createHash('sha256').update(mail.idempotencyKey).digest('hex');
  return {
    from: { name: config.EMAIL_FROM_NAME, address },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // The same for a retry: many servers and programs show a mail that arrives twice only once.
    messageId: `<${digest.slice(0, 40)}@${address.split('@')[1]}>`,
    // RFC 3834: asks for no automatic reply.
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail) },
  };
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

function explain(
  error: SmtpFailure,
  { config, server, secure }: { config: SmtpConfig; server: string; secure: boolean },
): MailError {
  const message = quoteProvider(error.response ?? error.message, [config.EMAIL_PASS]);
  if (error.code === 'EAUTH') {
    return new MailError(`${server} rejects EMAIL_USER and EMAIL_PASS: ${message}`, {
      again: error.permanent === false,
    });
  }
  if (CERTIFICATE.test(error.originalCode ?? '')) {
    return new MailError(
      `The certificate of ${server} is not trusted: ${message}. ` +
        'Set NODE_EXTRA_CA_CERTS to its authority, and EMAIL_HOST to the name it was issued for',
    );
  }
  if (error.code === 'ETLS') {
    return new MailError(
      `TLS with ${server} failed: ${message}. EMAIL_PASS is sent without TLS only if EMAIL_SECURE=false`,
    );
  }
  if (error.responseCode) {
    return new MailError(`${server} rejects the mail: ${message}`, { again: error.permanent === false });
  }
  return new MailError(`Could not reach ${server}: ${message}${hint(error, secure)}`, {
    again: UNREACHABLE.has(error.code ?? ''),
  });
}

/** The two ways in which the port and EMAIL_SECURE can disagree. */
function hint({ message, timeoutType }: SmtpFailure, secure: boolean): string {
  if (secure && /wrong version number|packet length/i.test(message)) {
    return '. EMAIL_SECURE=true is for a port that uses TLS from the first byte, usually 465';
  }
  if (!secure && timeoutType === 'GREETING_TIMEOUT') {
    return '. A port that uses TLS from the first byte, usually 465, needs EMAIL_SECURE=true';
  }
  return '';
}
