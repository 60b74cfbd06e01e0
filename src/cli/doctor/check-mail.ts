/** Mail: whether its provider would take one, and on request a real one. */
import { createEgress } from '../../platform/egress.ts';
import { createMailTransport, mailerOf } from '../../mail/create-mailer.ts';
import { MailError, type MailTransport } from '../../mail/mailer.ts';
import { createLogger } from '../../platform/logger.ts';
import { fail, ok, warn, type DoctorDeps, type Finding } from './finding.ts';

type Deps = Pick<DoctorDeps, 'config' | 'running'>;

/** Signs in (SMTP) or asks about the key (Resend). Nothing is sent unless `mailTo` names an address. */
export async function checkMail({ config, running }: Deps, mailTo?: string): Promise<Finding[]> {
  const egress = createEgress({
    guardDisabled: config.DISABLE_SSRF_PROTECTION,
    allowCidrs: config.SSRF_ALLOW_CIDRS,
    proxyUrl: config.HTTPS_PROXY ?? config.HTTP_PROXY,
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
                'there is no way for it to leave',
                'Set EMAIL_PROVIDER and what it needs (docs/operations.md)',
              ),
            ]
          : []),
      ];
    }
    const found = await checked(transport, config.EMAIL_PROVIDER ?? '');
    return [
      found,
      ...(mailTo && found.status !== 'fail'
        ? [await sendTest(transport, { mailTo, address: config.FRONTEND_URL ?? 'this instance' })]
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
      `${unused} is set, but no mail is sent: EMAIL_PROVIDER is not set`,
      `Set EMAIL_PROVIDER=${unused === 'EMAIL_HOST' ? 'nodemailer' : 'resend'}, or remove ${unused}`,
    );
  }
  return ok(
    'Mail',
    `no provider${running ? ' in the variables of this shell' : ''}: people are activated at once, and links are shown instead of mailed`,
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
  { mailTo, address }: { mailTo: string; address: string },
): Promise<Finding> {
  const text = `This is a test mail from Crier at ${address}: mail works.`;
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
      `${mailTo}: taken by the provider; look whether it arrives, and not among the unwanted ones`,
    );
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return fail(
      'Test mail',
      error.message,
      'Its words say why; EMAIL_FROM_ADDRESS must be one that the provider lets you send from',
    );
  }
}
