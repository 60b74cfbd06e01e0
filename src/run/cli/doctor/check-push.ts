/** Whether browsers can be notified: how many are, that they can be turned on, and that the key is
 * readable. */
import type { Statement } from '../../../platform/database.ts';
import { counted } from '../../../platform/counted.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import { opensPushKey } from '../../../organizations/notifications/browsers.ts';
import { ok, warn, type DoctorDeps, type Finding } from './finding.ts';

const PUSH: Statement = {
  name: 'doctor-push',
  text: `select (select sealed from push_key) as sealed, count(*)::int as browsers
    from push_subscription p
    join session s on s.id = p.session_id and s.expires_at > now()`,
};

/** Nothing is sent: a person would see it. */
export async function checkPush(
  { config, database }: Pick<DoctorDeps, 'config' | 'database'>,
  secrets: Secrets | null,
): Promise<Finding> {
  const [row] = await database.query<{ sealed: string | null; browsers: number }>(PUSH);
  const { sealed = null, browsers = 0 } = row ?? {};
  const url = config.FRONTEND_URL;
  if (url && !isSecure(url)) {
    return warn(
      CHECK,
      `browsers offer notifications only at https URLs, not at ${url}`,
      'Serve the web app with TLS and set FRONTEND_URL to its https URL (docs/operations.md)',
    );
  }
  if (sealed && secrets && !opensPushKey(secrets, sealed)) {
    return warn(
      CHECK,
      `ENCRYPTION_KEY does not open the key that signs them: ${counted(browsers, 'browser')} will be turned off`,
      'Add the former key to ENCRYPTION_KEY, or let people turn them on again: Settings > Notifications',
    );
  }
  return ok(CHECK, browsers ? `on in ${counted(browsers, 'browser')}` : 'on in no browser yet');
}

const CHECK = 'Browser notifications';

/** Where browsers have service workers (Secure Contexts, section 3.1). */
function isSecure(url: string): boolean {
  const { protocol, hostname = '' } = URL.parse(url) ?? {};
  return protocol === 'https:' || /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.localhost)$/.test(hostname);
}
