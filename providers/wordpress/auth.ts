/** Connecting a site: its URL, a user name and an application password. */
import type { ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { asRejected, OutcomeUnknown, Rejected, TokenExpired } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import { trimEndOf } from '../_kit/scan.ts';
import { call, routeUrl } from './api.ts';
import { mapFailure } from './errors.ts';
import type { SiteDetails } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The document at the root of the REST API. */
interface Root {
  readonly name?: string;
  readonly namespaces?: readonly string[];
  readonly authentication?: Readonly<Record<string, unknown>>;
}

interface User {
  readonly id: number;
  readonly name: string;
  readonly avatar_urls?: Readonly<Record<string, string>>;
  /** Only in the context `edit`. */
  readonly capabilities?: Readonly<Record<string, boolean>>;
}

/** Finds the REST API of the site, then checks that the credentials work and that the user may write. */
export async function connect(
  input: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const username = input.username?.trim();
  const password = input.password?.trim();
  if (!username || !password) {
    throw new Rejected(sentence('needed_to_connect', { what: 'A user name with an application password' }));
  }
  const baseUrl = toBaseUrl(input.domain?.trim() || ctx.env.WORDPRESS_URL, ctx.env.WORDPRESS_URL);
  const { restRoot, root } = await findApi(baseUrl, ctx);
  const { body: user } = await call<User>({ restRoot, username, password }, ctx, '/wp/v2/users/me', {
    query: { context: 'edit' },
  }).catch(asRejected);
  if (!Number.isInteger(user?.id)) {
    throw new Rejected(sentence('answers_as_another', { url: baseUrl, network: 'WordPress' }));
  }
  if (!user.capabilities?.edit_posts) {
    throw new Rejected(sentence('wordpress_may_not_write', { user: username, url: baseUrl }));
  }
  const place = baseUrl.replace(/^https?:\/\//, '');
  const details: SiteDetails = { baseUrl, restRoot, siteName: root.name ?? '', username };
  return {
    internalId: `${place}:${user.id}`,
    name: user.name || username,
    picture: user.avatar_urls?.['96'] ?? null,
    profile: baseUrl,
    credentials: { domain: baseUrl, username, password },
    details: { ...details },
    expiresAt: null,
  };
}

/**
 * The URL of a site with protocol, without query and trailing slash, and without the path of the admin page
 * that a person may have copied. Plain http would expose the password: only for this machine, or if the
 * operator chose it.
 */
function toBaseUrl(url: string | undefined, operators: string | undefined): string {
  if (!url) throw new Rejected(sentence('needed_to_connect', { what: 'The URL of the site' }));
  const whole = url.includes('://') ? url : `https://${url}`;
  if (!URL.canParse(whole)) throw new Rejected(sentence('not_a_url', { url: url }));
  const { protocol, hostname, origin, pathname } = new URL(whole);
  const trusted =
    LOOPBACK.has(hostname) || (operators && URL.canParse(operators) && new URL(operators).origin === origin);
  if (protocol !== 'https:' && !(protocol === 'http:' && trusted)) {
    throw new Rejected(sentence('must_use_https', { who: 'The site', url: origin }));
  }
  const path = pathname.replace(/\/(wp-admin|wp-json|wp-login\.php|index\.php)(\/.*)?$/, '');
  return trimEndOf(`${origin}${path}`, '/');
}

/**
 * The root of the REST API, requested without credentials: at `/wp-json`, which needs pretty permalinks and
 * can be renamed, else with the query `rest_route`, which every WordPress supports. Redirects to another URL
 * are not followed, because the password would go there, too.
 */
async function findApi(baseUrl: string, ctx: ProviderContext): Promise<{ restRoot: string; root: Root }> {
  for (const restRoot of [`${baseUrl}/wp-json`, `${baseUrl}/?rest_route=`]) {
    const root = await readRoot(restRoot, ctx);
    if (!root?.namespaces?.includes('wp/v2')) continue;
    if (!root.authentication?.['application-passwords']) {
      throw new Rejected(sentence('wordpress_no_app_passwords', { url: baseUrl }));
    }
    return { restRoot, root };
  }
  throw new Rejected(sentence('answers_as_another', { url: baseUrl, network: 'WordPress' }));
}

/** null if there is no such document. */
async function readRoot(restRoot: string, ctx: ProviderContext): Promise<Root | null> {
  const url = routeUrl(restRoot, '/', { _fields: 'name,namespaces,authentication' });
  try {
    const answer = await callJson<Root>(ctx.egress, url, {
      signal: ctx.signal,
      mapFailure({ status, headers, ...failure }) {
        const target = headers.get('location') ?? '';
        const elsewhere = URL.canParse(target, url.href) ? new URL(target, url.href).origin : url.origin;
        if (status < 400 && elsewhere !== url.origin) {
          return new Rejected(sentence('redirects_to', { who: 'The site', url: elsewhere }), {
            networkCode: ELSEWHERE,
          });
        }
        return status < 400
          ? new Rejected('', { networkCode: String(status) })
          : mapFailure({ status, headers, ...failure }, ctx.now());
      },
    });
    return answer.body;
  } catch (error) {
    // Some plugins hide the whole API without credentials; the call with the password shows what it is.
    if (error instanceof TokenExpired) {
      return { namespaces: ['wp/v2'], authentication: { 'application-passwords': {} } };
    }
    const notJson = error instanceof OutcomeUnknown && error.networkCode === null;
    if (notJson || (error instanceof Rejected && error.networkCode !== ELSEWHERE)) return null;
    throw error;
  }
}

const ELSEWHERE = 'elsewhere';
