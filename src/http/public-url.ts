/** The public URL of the instance: the configured one, and the one that browsers have used. */
import type { Config } from '../platform/config/config.ts';
import { areSameSite } from '../platform/api-origin.ts';
import type { Database, Statement } from '../platform/database.ts';

/**
 * The origin that a browser used last. `session`: a signed-in person changed something from there, which
 * nobody else can fake. `page`: something that looks like a browser opened a page there, which is a hint.
 */
export interface BrowserOrigin {
  readonly origin: string;
  readonly seen: 'session' | 'page';
}

/** A variable that contradicts the others, or the URL that browsers use. */
export interface UrlProblem {
  readonly variable: 'FRONTEND_URL' | 'NEXT_PUBLIC_BACKEND_URL' | 'NOT_SECURED';
  readonly detail: string;
  readonly fix: string;
}

/** Whether browsers always use https: the public URL does, and NOT_SECURED does not allow http too. */
export function isSecure({
  publicUrl,
  config,
}: {
  readonly publicUrl: string;
  readonly config: Pick<Config, 'NOT_SECURED'>;
}): boolean {
  return publicUrl.startsWith('https:') && !config.NOT_SECURED;
}

const READ: Statement = {
  name: 'browser-origin-read',
  text: `
    select value ->> 'origin' as origin,
      value ->> 'seen' as seen,
      to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
    from instance_state
    where key = 'browser_origin'`,
};
const NOTE: Statement = {
  name: 'browser-origin-note',
  text: `
    insert into instance_state (key, value)
    values ('browser_origin', jsonb_build_object('origin', $1::text, 'seen', $2::text))
    on conflict (key) do update set value = excluded.value, updated_at = now()
    where instance_state.value <> excluded.value
      and (excluded.value ->> 'seen' = 'session' or instance_state.value ->> 'seen' = 'page')`,
};

/** The origin recorded last, and when (ISO 8601); null before the first browser. */
export async function readBrowserOrigin(
  database: Pick<Database, 'query'>,
): Promise<(BrowserOrigin & { readonly at: string }) | null> {
  const [row] = await database.query<BrowserOrigin & { at: string }>(READ);
  return row ?? null;
}

/** Notes an origin if it has changed. A hint never replaces the origin of a signed-in person. */
export async function noteBrowserOrigin(
  database: Pick<Database, 'query'>,
  { origin, seen }: BrowserOrigin,
): Promise<void> {
  await database.query(NOTE, [origin, seen]);
}

export type UrlConfig = Pick<
  Config,
  'FRONTEND_URL' | 'MAIN_URL' | 'NEXT_PUBLIC_BACKEND_URL' | 'NOT_SECURED' | 'PORT'
>;

/** Everything that does not fit, each with the variable that is wrong and the value to set. */
export function checkUrls(
  config: UrlConfig,
  seen: (BrowserOrigin & { readonly at: string }) | null,
): UrlProblem[] {
  const frontend = config.FRONTEND_URL ? new URL(config.FRONTEND_URL) : undefined;
  const assumed = new URL(`http://localhost:${config.PORT}`);
  const used =
    seen &&
    !isExpected(seen.origin, frontend ?? assumed) &&
    seen.origin !== originOf(config.MAIN_URL) &&
    // The API has pages of its own: the reference and the sandbox.
    !(seen.seen === 'page' && seen.origin === originOf(config.NEXT_PUBLIC_BACKEND_URL))
      ? seen
      : null;
  return [
    ...(used ? [wrongFrontend(used, config)] : []),
    ...checkBackend(config, used?.origin ?? (frontend ?? assumed).origin),
    ...checkFrontend(config, frontend),
  ];
}

/**
 * Whether a browser may use `origin` where `expected` is set. The names of this machine are interchangeable,
 * and a browser on this machine, or a tunnel to it, does not mean that a setting is wrong.
 */
function isExpected(origin: string, expected: URL): boolean {
  const used = new URL(origin);
  if (used.origin === expected.origin) return true;
  return isThisMachine(used) && (!isThisMachine(expected) || used.port === expected.port);
}

function wrongFrontend(
  { origin, seen, at }: BrowserOrigin & { readonly at: string },
  { FRONTEND_URL, PORT }: UrlConfig,
): UrlProblem {
  const who = seen === 'session' ? `a signed-in person used ${origin}` : `a browser opened ${origin}`;
  const says = FRONTEND_URL
    ? `FRONTEND_URL is ${FRONTEND_URL}`
    : `FRONTEND_URL is not set, so the URL is assumed to be http://localhost:${PORT}`;
  return {
    variable: 'FRONTEND_URL',
    detail:
      `${who} (${at}), but ${says}: ` +
      'cookies, links in mails and redirects from networks only work at that URL',
    fix:
      `To use ${origin}, set FRONTEND_URL=${origin} and restart Crier; ` +
      'otherwise use the URL in FRONTEND_URL',
  };
}

function checkBackend({ NEXT_PUBLIC_BACKEND_URL: backend }: UrlConfig, origin: string): UrlProblem[] {
  if (!backend || areSameSite(new URL(backend), new URL(origin))) return [];
  return [
    {
      variable: 'NEXT_PUBLIC_BACKEND_URL',
      detail:
        `NEXT_PUBLIC_BACKEND_URL is ${backend}, but the web app is at ${origin}: ` +
        'browsers send the session cookie only to URLs of the same domain and scheme',
      fix: `Set NEXT_PUBLIC_BACKEND_URL=${origin}/api, or to a URL of the same domain, or remove it`,
    },
  ];
}

function checkFrontend({ NOT_SECURED }: UrlConfig, frontend: URL | undefined): UrlProblem[] {
  if (!frontend) return [];
  const secure = frontend.protocol === 'https:';
  return [
    ...(frontend.pathname === '/'
      ? []
      : [
          {
            variable: 'FRONTEND_URL' as const,
            detail:
              `FRONTEND_URL has the path ${frontend.pathname}, but the web app works only at the root of a ` +
              'URL: its pages, links in mails and the way back from networks do not work below a path',
            fix: `Give it a URL of its own, such as https://crier.${frontend.hostname}, or set FRONTEND_URL=${frontend.origin}`,
          },
        ]),
    ...(secure && NOT_SECURED
      ? [
          {
            variable: 'NOT_SECURED' as const,
            detail:
              'NOT_SECURED is on although FRONTEND_URL is https: session cookies are also sent unencrypted',
            fix: 'Unset NOT_SECURED',
          },
        ]
      : []),
    ...(!secure && !NOT_SECURED && !isThisMachine(frontend)
      ? [
          {
            variable: 'FRONTEND_URL' as const,
            detail: `FRONTEND_URL is ${frontend.origin}: passwords and sessions are sent unencrypted`,
            fix:
              'Put a reverse proxy with TLS in front of Crier and set FRONTEND_URL to its https URL; ' +
              'NOT_SECURED=true accepts the risk',
          },
        ]
      : []),
  ];
}

/** Whether a URL names this machine, with any port. */
export const isThisMachine = ({ hostname }: URL): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127\.\d+\.\d+\.\d+$/.test(hostname);

const originOf = (url: string | undefined): string | undefined => (url ? new URL(url).origin : undefined);
