import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../../platform/config/config.ts';
import { startResend, type Resend } from '../../../test/servers/resend.ts';
import { startSmtp, type SmtpSink } from '../../../test/servers/smtp.ts';
import { checkMail } from './check-mail.ts';

describe('doctor checks mail', () => {
  let sink: SmtpSink;
  let resend: Resend;
  beforeAll(async () => {
    sink = await startSmtp({ login: { user: 'ada', pass: 'right' } });
    resend = await startResend();
  });
  afterAll(() => Promise.all([sink?.stop(), resend?.stop()]));

  const check = (env: Record<string, string>, mailTo?: string) =>
    checkMail(
      {
        config: loadConfig({
          EMAIL_FROM_ADDRESS: 'post@crier.example',
          SSRF_ALLOW_CIDRS: '127.0.0.0/8',
          ...env,
        }),
        running: null,
      },
      mailTo,
    );
  const smtp = (pass: string): Record<string, string> => ({
    EMAIL_PROVIDER: 'nodemailer',
    EMAIL_HOST: '127.0.0.1',
    EMAIL_PORT: String(sink.port),
    EMAIL_USER: 'ada',
    EMAIL_PASS: pass,
  });
  const byResend = (key: string): Record<string, string> => ({
    EMAIL_PROVIDER: 'resend',
    RESEND_API_URL: resend.url,
    RESEND_API_KEY: key,
  });

  it('without sending any', async () => {
    expect(await check(smtp('right'))).toEqual([
      { check: 'Mail', status: 'ok', detail: expect.stringContaining('accepts ada'), fix: null },
    ]);
    expect(await check(byResend(resend.keys.sending))).toEqual([
      { check: 'Mail', status: 'ok', detail: expect.stringContaining('Resend accepts the key'), fix: null },
    ]);
    expect([sink.mails, await resend.mails()]).toEqual([[], []]);
  });

  it('and names what is wrong, without the secret', async () => {
    const [password, key, domain] = [
      await check(smtp('hunter22'), 'ada@example.org'),
      await check(byResend('re_hunter22_wrong'), 'ada@example.org'),
      await check({ ...byResend(resend.keys.full), EMAIL_FROM_ADDRESS: 'post@new.example' }),
    ];
    expect(password).toEqual([
      expect.objectContaining({ status: 'fail', fix: expect.stringContaining('EMAIL_PASS') }),
    ]);
    expect(key).toEqual([
      expect.objectContaining({
        status: 'fail',
        detail: expect.stringContaining('API key is invalid'),
        fix: expect.stringContaining('RESEND_API_KEY'),
      }),
    ]);
    expect(domain).toEqual([
      expect.objectContaining({
        status: 'warn',
        detail: expect.stringContaining('new.example'),
        fix: expect.stringContaining('EMAIL_FROM_ADDRESS'),
      }),
    ]);
    expect(JSON.stringify([password, key])).not.toContain('hunter22');
  });

  it('and sends a test mail to the email address of --mail-to', async () => {
    expect(await check(smtp('right'), 'ada@example.org')).toEqual([
      expect.objectContaining({ check: 'Mail', status: 'ok' }),
      expect.objectContaining({
        check: 'Test mail',
        status: 'ok',
        detail: expect.stringContaining('ada@example.org'),
      }),
    ]);
    expect(sink.mails.map((m) => [m.to, m.parsed.subject])).toEqual([
      [['ada@example.org'], 'Test mail from Crier'],
    ]);
    expect(await check(smtp('right'), 'nobody')).toContainEqual(
      expect.objectContaining({ check: 'Test mail', status: 'fail', detail: 'Not a valid email address' }),
    );
  });

  it('and reports that there is no provider, or that a setting is unused', async () => {
    expect(await check({})).toEqual([
      { check: 'Mail', status: 'ok', detail: expect.stringContaining('active at once'), fix: null },
    ]);
    expect(await check({ RESEND_API_KEY: 're_unused' })).toEqual([
      expect.objectContaining({ status: 'warn', fix: expect.stringContaining('EMAIL_PROVIDER=resend') }),
    ]);
    expect(await check({ EMAIL_HOST: 'mail.example' }, 'ada@example.org')).toEqual([
      expect.objectContaining({ status: 'warn', fix: expect.stringContaining('EMAIL_PROVIDER=nodemailer') }),
      expect.objectContaining({ check: 'Test mail', status: 'fail' }),
    ]);
  });
});
