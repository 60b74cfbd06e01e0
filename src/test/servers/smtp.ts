/** A real SMTP server that keeps what it receives: login, TLS, refusals and slowness as a test needs them. */
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** What the server does. Its certificate is self-signed. */
export interface SmtpOptions {
  /** The only user who can log in; login is then required. Default: it is neither possible nor required. */
  readonly login?: { readonly user: string; readonly pass: string };
  /** TLS from the first byte, STARTTLS, or neither (default). */
  readonly tls?: 'at-once' | 'starttls' | 'none';
  /** Replies for the next recipients, e.g. `450 4.2.0 greylisted`; later ones are accepted. */
  readonly refusals?: string[];
  /** Milliseconds until it greets. */
  readonly greetingMs?: number;
}

/** One mail that was accepted. `secured`: the connection was encrypted. */
export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly user: string | null;
  readonly secured: boolean;
  readonly raw: string;
  readonly parsed: Email;
}

export interface SmtpSink {
  readonly port: number;
  readonly mails: readonly TakenMail[];
  /** Connections that were opened. */
  connections(): number;
  stop(): Promise<void>;
}

/** Starts the server on a free port of 127.0.0.1. */
export async function startSmtp({
  login,
  tls = 'none',
  refusals = [],
  greetingMs = 0,
}: SmtpOptions = {}): Promise<SmtpSink> {
  const mails: TakenMail[] = [];
  let connections = 0;
  const keep = async (stream: Readable, session: SMTPServerSession): Promise<void> => {
    const raw = Buffer.concat((await stream.toArray()) as Buffer[]);
    const { mailFrom, rcptTo } = session.envelope;
    mails.push({
      from: mailFrom ? mailFrom.address : '',
      to: rcptTo.map((r) => r.address),
      user: typeof session.user === 'string' ? session.user : null,
      secured: session.secure,
      raw: raw.toString('latin1'),
      parsed: await PostalMime.parse(raw),
    });
  };
  const server = new SMTPServer({
    secure: tls === 'at-once',
    disabledCommands: [...(tls === 'starttls' ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
    authOptional: !login,
    allowInsecureAuth: true,
    onConnect: (_session, done) => {
      connections++;
      void settle(sleep(greetingMs, undefined, { ref: false }), done);
    },
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.pass
        ? done(null, { user: username })
        : done(reply('535 5.7.8 authentication credentials invalid')),
    onRcptTo: (_address, _session, done) => {
      const refusal = refusals.shift();
      done(refusal ? reply(refusal) : null);
    },
    onData: (stream, session, done) => void settle(keep(stream, session), done),
  });
  server.on('error', () => undefined); // connections that a test breaks off
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    connections: () => connections,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function settle(work: Promise<unknown>, done: (error?: Error | null) => void): Promise<void> {
  try {
    await work;
  } catch (error) {
    return done(error as Error);
  }
  done();
}

function reply(line: string): Error {
  const [code = '', ...words] = line.split(' ');
  return Object.assign(new Error(words.join(' ')), { responseCode: Number(code) });
}
