/** Whether the mail provider would accept a mail; on request, a test mail. */
import { createEgress } from '../../../platform/egress.ts';
import { createMailTransport, mailerOf } from '../../../mail/create-mailer.ts';
import { MailError, type MailTransport } from '../../../mail/mailer.ts';
import { createLogger } from '../../../platform/logger.ts';
import { fail, ok, warn, type DoctorDeps, type Finding } from './finding.ts';

type Deps = Pick<DoctorDeps, 'config' | 'running'>;

/** Signs in (SMTP) or checks the key (Resend). Nothing is sent unless `mailTo` names an email address. */
export async function checkMail({ config, running }: Deps, mailTo?: string): Promise<Finding[]> {
  const egress = createEgress({
    guardDisabled: config.DISABLE_SSRF_PROTECTION,
    allowCidrs: config.SSRF_ALLOW_CIDRS,
    proxyUrl: config.HTTPS_PROXY ?? config.HTTP_PROXY,
    proxyResolves: config.CRIER_PROXY_RESOLVES,
    trustedOrigins: [],
  });
  const transport = createMailTransport(config, egress);
  try {
    if (!transport) {
      return [
        withoutProvider({ config, running }),
        ...(mailTo
          ? [
              fail(
                'Test mail',
                'no mail provider is set',
                'Set EMAIL_PROVIDER and the variables it needs (docs/operations.md)',
              ),
            ]
          : []),
      ];
    }
    const found = await checked(transport, config.EMAIL_PROVIDER ?? '');
    return [
      found,
      ...(mailTo && found.status !== 'fail'
        ? [await sendTest(transport, { mailTo, url: config.FRONTEND_URL ?? 'this instance' })]
        : []),
    ];
  } finally {
    await Promise.all([transport?.close(), egress.close()]);
  }
}

function withoutProvider({ config, running }: Deps): Finding {
  const unused = (['EMAIL_HOST', 'RESEND_API_KEY'] as const).find((name) => config[name]);
  if (unused) {
    return warn(
      'Mail',
      `${unused} is set, but EMAIL_PROVIDER is not, so no mail is sent`,
      `Set EMAIL_PROVIDER=${unused === 'EMAIL_HOST' ? 'nodemailer' : 'resend'}, or remove ${unused}`,
    );
  }
  return ok(
    'Mail',
    `no provider${running ? ' in the variables of this shell' : ''}: ` +
      'new accounts are active at once, and links are shown instead of being mailed',
  );
}

async function checked(transport: MailTransport, provider: string): Promise<Finding> {
  try {
    const { detail, doubt } = await transport.check();
    return doubt
      ? warn('Mail', doubt, 'Verify the domain at Resend, or change EMAIL_FROM_ADDRESS')
      : ok('Mail', detail);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return fail(
      'Mail',
      error.message,
      provider === 'resend'
        ? 'Correct RESEND_API_KEY, or let this machine reach RESEND_API_URL'
        : 'Correct EMAIL_HOST, EMAIL_PORT, EMAIL_SECURE, EMAIL_USER and EMAIL_PASS',
    );
  }
}

async function sendTest(
  transport: MailTransport,
  { mailTo, url }: { mailTo: string; url: string },
): Promise<Finding> {
  const text = `This is a test mail from Crier at ${url}. Mail works.`;
  try {
    await mailerOf(transport, { log: createLogger({ level: 'silent', component: 'doctor' }) }).send({
      to: mailTo,
      subject: 'Test mail from Crier',
      text: `${text}\n`,
      html: `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
      idempotencyKey: `doctor:${new Date().toISOString()}`,
    });
    return ok(
      'Test mail',
      `accepted by the provider for ${mailTo}; check that it arrives, and not in the spam folder`,
    );
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return fail(
      'Test mail',
      error.message,
      'The message says why; the provider must allow EMAIL_FROM_ADDRESS as a sender',
    );
  }
}
