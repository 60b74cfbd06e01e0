import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pino, { type Logger } from 'pino';
import { createEgress } from '../platform/egress.ts';
import { loadConfig, type Config } from '../platform/config/config.ts';
import { startResend, type Resend } from '../test/servers/resend.ts';
import { startSmtp, type SmtpOptions, type SmtpSink } from '../test/servers/smtp.ts';
import { createMailTransport, createMailer, mailerOf } from './create-mailer.ts';
import type { Mail, Mailer } from '../platform/mailer.ts';
import { MailError, maskAddress } from './mailer.ts';
import { createSmtpTransport } from './smtp.ts';

const PASS = 'correct horse battery';
const mail = (changes: Partial<Mail> = {}): Mail => ({
  to: 'ada@example.org',
  subject: 'Grüße aus Łódź 🎉',
  text: 'Hallo Ada\n',
  html: '<p>Hallo <b>Ada</b></p>',
  idempotencyKey: 'activation:1',
  ...changes,
});

const lines: string[] = [];
const log: Logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) });
const egress = createEgress({ guardDisabled: false, allowCidrs: ['127.0.0.0/8'], trustedOrigins: [] });
afterEach(() => void lines.splice(0));
afterAll(() => egress.close());

const configOf = (env: Record<string, string>): Config =>
  loadConfig({ EMAIL_FROM_ADDRESS: 'post@crier.example', ...env });
const failure = async (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => {
      throw new Error('it was sent');
    },
    (error: Error) => error,
  );

describe('mail by SMTP', () => {
  const open: { stop(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((s) => s.stop()));
  });

  const start = async (options: SmtpOptions = {}): Promise<SmtpSink> => {
    const sink = await startSmtp(options);
    open.push(sink);
    return sink;
  };
  const mailerTo = (sink: SmtpSink, env: Record<string, string> = {}): Mailer => {
    const mailer = createMailer(
      configOf({
        EMAIL_PROVIDER: 'nodemailer',
        EMAIL_HOST: '127.0.0.1',
        EMAIL_PORT: String(sink.port),
        ...env,
      }),
      { egress, log, pausesMs: [1, 1] },
    );
    open.push({ stop: () => mailer.close() });
    return mailer;
  };
  /** A name of this machine that looks like one of another. */
  const ELSEWHERE = { EMAIL_HOST: '127.1' };
  const LOGIN = { EMAIL_USER: 'ada', EMAIL_PASS: PASS };

  it('arrives with its sender, recipient, subject and both texts unchanged', async () => {
    const sink = await start();
    await mailerTo(sink, { EMAIL_FROM_NAME: 'Crier, Łódź' }).send(mail());
    expect(sink.mails).toHaveLength(1);
    const [{ from, to, parsed }] = sink.mails as [SmtpSink['mails'][number]];
    expect([from, to]).toEqual(['post@crier.example', ['ada@example.org']]);
    expect(parsed).toMatchObject({
      from: { name: 'Crier, Łódź', address: 'post@crier.example' },
      to: [{ address: 'ada@example.org' }],
      subject: 'Grüße aus Łódź 🎉',
      text: expect.stringMatching(/^Hallo Ada\s*$/),
      html: expect.stringContaining('<p>Hallo <b>Ada</b></p>'),
    });
    expect(parsed.headers.find((h) => h.key === 'auto-submitted')?.value).toBe('auto-generated');
    expect(lines).toEqual([]);
  });

  it('has the same Message-ID when it is retried, and a different one from other mails', async () => {
    const sink = await start();
    for (const idempotencyKey of ['reset:1', 'reset:1', 'reset:2']) {
      await mailerTo(sink).send(mail({ idempotencyKey }));
    }
    const [first, again, other] = sink.mails.map((m) => m.parsed.messageId);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(first).toMatch(/^<[0-9a-f]{40}@crier\.example>$/);
  });

  it.each([
    '\r\nBcc: eve@evil.example',
    '\nBcc: eve@evil.example',
    '\r\n\r\n<script>',
    '\u0000\u2028Bcc: eve@evil.example',
  ])('cannot be given a header through its subject: %j', async (text) => {
    const sink = await start();
    await mailerTo(sink).send(mail({ subject: `Ada${text}` }));
    expect(sink.mails[0]?.to).toEqual(['ada@example.org']);
    expect(sink.mails[0]?.parsed.headers.map((h) => h.key)).not.toContain('bcc');
    expect(sink.mails[0]?.parsed.subject).toBe(`Ada${text}`.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim());
  });

  it.each([
    'ada@example.org\r\nBcc: eve@evil.example',
    'ada@example.org, eve@evil.example',
    'Ada <ada@example.org>',
    'ada',
    '',
    'ada@example.org\u0000',
  ])('is not sent to an invalid email address: %j', async (to) => {
    const sink = await start();
    expect(await failure(mailerTo(sink).send(mail({ to })))).toMatchObject({
      name: 'MailError',
      message: 'Not a valid email address',
    });
    expect(sink.connections()).toBe(0);
  });

  it.each([
    ['TLS from the first byte', 'at-once', 'true'],
    ['STARTTLS', 'starttls', 'false'],
    ['no TLS, to the same machine', 'none', 'false'],
  ] as const)('logs in over %s', async (_, tls, secure) => {
    const sink = await start({ tls, login: { user: 'ada', pass: PASS } });
    await mailerTo(sink, { ...LOGIN, EMAIL_SECURE: secure }).send(mail());
    expect(sink.mails).toMatchObject([{ user: 'ada', secured: tls !== 'none' }]);
  });

  it('is refused with a wrong password, at once, and the error does not contain it', async () => {
    const sink = await start({ login: { user: 'ada', pass: 'another' } });
    const error = await failure(mailerTo(sink, LOGIN).send(mail()));
    expect(error).toBeInstanceOf(MailError);
    expect(error.message).toMatch(
      /127\.0\.0\.1:\d+ rejects EMAIL_USER and EMAIL_PASS: 535 .*authentication credentials invalid/,
    );
    expect(sink.connections()).toBe(1);
    expect(`${error.stack} ${lines.join('')}`).not.toContain(PASS);
    expect(lines.map((l) => JSON.parse(l) as object)).toEqual([
      expect.objectContaining({ level: 50, to: 'a…@example.org', msg: 'a mail was not sent' }),
    ]);
  });

  it.each(['true', 'false'])(
    "does not accept a remote server's self-signed certificate (EMAIL_SECURE=%s)",
    async (secure) => {
      const sink = await start({
        tls: secure === 'true' ? 'at-once' : 'starttls',
        login: { user: 'ada', pass: PASS },
      });
      const error = await failure(
        mailerTo(sink, { ...LOGIN, ...ELSEWHERE, EMAIL_SECURE: secure }).send(mail()),
      );
      expect(error.message).toMatch(/The certificate of 127\.1:\d+ is not trusted: .*NODE_EXTRA_CA_CERTS/);
      expect([sink.mails, lines.filter((l) => l.includes('tried again'))]).toEqual([[], []]);
    },
  );

  it('sends the password to a remote server without TLS only with EMAIL_SECURE=false', async () => {
    const sink = await start({ login: { user: 'ada', pass: PASS } });
    expect((await failure(mailerTo(sink, { ...LOGIN, ...ELSEWHERE }).send(mail()))).message).toMatch(
      /TLS with \S+ failed: .*EMAIL_SECURE=false/,
    );
    await mailerTo(sink, { ...LOGIN, ...ELSEWHERE, EMAIL_SECURE: 'false' }).send(mail());
    expect(sink.mails).toMatchObject([{ user: 'ada', secured: false }]);
  });

  it('is retried after a temporary refusal, not after a permanent one', async () => {
    const refusals = ['450 4.2.0 greylisted', '451 4.3.0 <ada@example.org> later'];
    const sink = await start({ refusals });
    await mailerTo(sink).send(mail());
    expect([sink.mails.length, sink.connections()]).toEqual([1, 3]);
    expect(lines.join('')).toContain('a mail is retried');
    refusals.push('550 5.1.1 <ada@example.org> no such user');
    expect((await failure(mailerTo(sink).send(mail()))).message).toContain(
      '550 5.1.1 <a…@example.org> no such user',
    );
    expect(sink.connections()).toBe(4);
    expect(lines.join('')).toContain('no such user');
    expect(lines.join('')).not.toContain('ada@example.org');
  });

  it('is given up after the third attempt, or the first if its caller sends it again', async () => {
    const sink = await start({ refusals: Array.from({ length: 5 }, () => '421 4.7.0 too busy') });
    expect((await failure(mailerTo(sink).send(mail()))).message).toContain('too busy');
    expect(sink.connections()).toBe(3);
    const once = mailerTo(sink).send(mail(), { withinMs: 60_000 });
    expect(await failure(once)).toMatchObject({ again: true });
    expect(sink.connections()).toBe(4);
  });

  it('does not wait for a silent server, and names the setting that may be wrong', async () => {
    const sink = await start({ greetingMs: 5000 });
    const transport = createSmtpTransport(
      configOf({ EMAIL_HOST: '127.0.0.1', EMAIL_PORT: String(sink.port) }),
      200,
    );
    expect((await failure(mailerOf(transport, { log, pausesMs: [] }).send(mail()))).message).toMatch(
      /Could not reach 127\.0\.0\.1:\d+: .*needs EMAIL_SECURE=true/,
    );
    const plain = await start();
    const wrong = createSmtpTransport(
      configOf({ EMAIL_HOST: '127.0.0.1', EMAIL_PORT: String(plain.port), EMAIL_SECURE: 'true' }),
    );
    expect((await failure(mailerOf(wrong, { log, pausesMs: [] }).send(mail()))).message).toMatch(
      /EMAIL_SECURE=true is for a port that uses TLS/,
    );
  });

  it('reports when no server is listening', async () => {
    const sink = await startSmtp();
    await sink.stop();
    expect(await failure(mailerTo(sink).send(mail()))).toMatchObject({
      again: true,
      message: expect.stringMatching(/Could not reach 127\.0\.0\.1:\d+: .*ECONNREFUSED/),
    });
  });

  it('can be checked without sending a mail', async () => {
    const sink = await start({ login: { user: 'ada', pass: PASS } });
    const env = {
      EMAIL_PROVIDER: 'nodemailer',
      EMAIL_HOST: '127.0.0.1',
      EMAIL_PORT: String(sink.port),
      ...LOGIN,
    };
    expect(await createMailTransport(configOf(env), egress)?.check()).toEqual({
      detail: expect.stringMatching(/answers and accepts ada; mails are sent from post@crier\.example/),
    });
    expect(
      (
        await failure(
          createMailTransport(configOf({ ...env, EMAIL_PASS: 'wrong' }), egress)?.check() ??
            Promise.resolve(),
        )
      ).message,
    ).toContain('rejects EMAIL_USER');
    expect(sink.mails).toEqual([]);
  });
});

describe('mail by Resend', () => {
  let resend: Resend;
  beforeAll(async () => {
    resend = await startResend();
  });
  afterAll(() => resend?.stop());

  const config = (env: Record<string, string> = {}): Config =>
    configOf({
      EMAIL_PROVIDER: 'resend',
      RESEND_API_URL: resend.url,
      RESEND_API_KEY: resend.keys.sending,
      ...env,
    });
  const mailer = (env: Record<string, string> = {}): Mailer =>
    createMailer(config(env), { egress, log, pausesMs: [1, 1] });
  const sent = async (mail: Mail): Promise<number> =>
    (await resend.mails()).filter((m) => m.subject === mail.subject).length;
  let n = 0;
  const fresh = (changes: Partial<Mail> = {}): Mail =>
    mail({ subject: `Grüße ${++n}`, idempotencyKey: `activation:${n}`, ...changes });

  it.each(['Crier', 'Crier, Łódź', 'The "Crier"', 'a@b'])('arrives from the name %j', async (name) => {
    const one = fresh();
    await mailer({ EMAIL_FROM_NAME: name }).send(one);
    const taken = (await resend.mails()).find((m) => m.subject === one.subject);
    expect(taken).toMatchObject({ to: ['ada@example.org'], text: one.text, html: one.html });
    expect(taken?.from.replaceAll(/^"|"(?= <)|\\/g, '')).toBe(`${name} <post@crier.example>`);
  });

  it('arrives once when its answer was lost, and when it is sent again with the same key', async () => {
    const one = fresh();
    resend.next.push('break');
    await mailer().send(one);
    await mailer().send(one);
    expect(await sent(one)).toBe(1);
    expect(new Set(resend.idempotencyKeys.slice(-3)).size).toBe(1);
    expect(resend.idempotencyKeys.at(-1)).not.toContain('activation');
  });

  it.each([
    [429, 'rate_limit_exceeded', { 'retry-after': '0' }],
    [500, 'internal_server_error', {}],
    [409, 'concurrent_idempotent_requests', {}],
  ] as [number, string, Record<string, string>][])(
    'is retried after %i %s',
    async (status, name, headers) => {
      const one = fresh();
      resend.next.push({ status, name, headers });
      await mailer().send(one);
      expect(await sent(one)).toBe(1);
    },
  );

  it.each([
    [
      'a wrong key',
      { RESEND_API_KEY: 're_Wrong123_abcdefghijklmnop' },
      /403\): invalid_api_key: API key is invalid/,
    ],
    [
      'an unverified domain',
      { EMAIL_FROM_ADDRESS: 'post@new.example' },
      /403\): validation_error: The new\.example domain is not verified/,
    ],
  ])("is refused for %s, with Resend's message, and not retried", async (_, env, message) => {
    const asked = resend.idempotencyKeys.length;
    const error = await failure(mailer(env as Record<string, string>).send(fresh()));
    expect(error.message).toMatch(message);
    expect(resend.idempotencyKeys.length - asked).toBe(1);
    expect(`${error.stack} ${lines.join('')}`).not.toMatch(/re_\w{8}/);
    expect(lines.at(-1)).toContain('a mail was not sent');
  });

  it.each([
    ['an exceeded quota', { status: 429, name: 'daily_quota_exceeded' }],
    [
      'a pause that is too long',
      { status: 429, name: 'rate_limit_exceeded', headers: { 'retry-after': '3600' } },
    ],
  ])('is given up at once after %s', async (_, answer) => {
    resend.next.push(answer);
    const asked = resend.idempotencyKeys.length;
    expect((await failure(mailer().send(fresh()))).message).toContain(answer.name);
    expect(resend.idempotencyKeys.length - asked).toBe(1);
  });

  it('is not sent with a key that another mail used', async () => {
    const one = fresh();
    await mailer().send(one);
    expect((await failure(mailer().send({ ...one, text: 'something else' }))).message).toContain(
      'invalid_idempotent_request',
    );
  });

  it('passes the guard on outbound calls', async () => {
    const guarded = createEgress({ guardDisabled: false, allowCidrs: [], trustedOrigins: [] });
    const error = await failure(createMailer(config(), { egress: guarded, log, pausesMs: [] }).send(fresh()));
    expect(error.message).toMatch(/Could not reach Resend: Blocked IP/);
    await guarded.close();
  });

  it("can be checked without sending a mail: the key, and whether the sender's domain is verified", async () => {
    const check = (env: Record<string, string>) =>
      createMailTransport(config(env), egress)?.check() ?? Promise.resolve(null);
    expect(await check({})).toEqual({ detail: expect.stringContaining('accepts the key for sending') });
    const full = { RESEND_API_KEY: resend.keys.full };
    expect(await check(full)).toEqual({ detail: expect.stringContaining('accepts the key') });
    expect(await check({ ...full, EMAIL_FROM_ADDRESS: 'post@new.example' })).toMatchObject({
      doubt: expect.stringContaining('not verified the domain new.example yet (pending)'),
    });
    expect(await check({ ...full, EMAIL_FROM_ADDRESS: 'post@other.example' })).toMatchObject({
      doubt: expect.stringContaining('does not belong to this Resend account'),
    });
    expect((await failure(check({ RESEND_API_KEY: 're_Wrong123_abcdefghijklmnop' }))).message).toContain(
      'invalid_api_key',
    );
  });
});

describe('mail without a provider', () => {
  it('is disabled, and sending reports it', async () => {
    const mailer = createMailer(configOf({}), { egress, log });
    expect(mailer.active).toBe(false);
    expect((await failure(mailer.send(mail()))).message).toContain('EMAIL_PROVIDER');
  });

  it.each([
    [{ EMAIL_PROVIDER: 'resend', EMAIL_FROM_ADDRESS: 'a@b.example' }, /RESEND_API_KEY is missing/],
    [{ EMAIL_PROVIDER: 'resend', RESEND_API_KEY: 're_x' }, /EMAIL_FROM_ADDRESS is missing/],
    [{ EMAIL_PROVIDER: 'nodemailer', EMAIL_FROM_ADDRESS: 'a@b.example' }, /EMAIL_HOST is missing/],
    [
      { EMAIL_PROVIDER: 'nodemailer', EMAIL_HOST: 'x', EMAIL_FROM_ADDRESS: 'a@b.example', EMAIL_USER: 'ada' },
      /EMAIL_PASS is missing/,
    ],
    [
      { EMAIL_PROVIDER: 'nodemailer', EMAIL_HOST: 'x', EMAIL_FROM_ADDRESS: 'a@b.example', EMAIL_PASS: 'x' },
      /EMAIL_USER is missing/,
    ],
    [{ EMAIL_PROVIDER: 'sendmail' }, /EMAIL_PROVIDER must be resend or nodemailer/],
    [{ EMAIL_FROM_ADDRESS: 'Crier <a@b.example>' }, /EMAIL_FROM_ADDRESS must be an email address/],
    [{ EMAIL_FROM_NAME: 'Crier\r\nBcc: eve@evil.example' }, /EMAIL_FROM_NAME must be a single line/],
  ])('does not start with half a configuration: %j', (env, message) => {
    expect(() => loadConfig(env)).toThrow(message);
  });

  it('is logged with only the first letter and the domain of an email address', () => {
    expect(['ada@example.org', 'a@b', '@b', 'ada'].map(maskAddress)).toEqual([
      'a…@example.org',
      'a…@b',
      '…@b',
      'ada',
    ]);
  });
});
