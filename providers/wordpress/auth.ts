/**
 * Connecting a site: its address, a user name and an application password (Users, Profile, Application
 * Passwords).
 */
import type { ConnectField, ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, Rejected, TokenExpired } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import { call, routeUrl } from './api.ts';
import { mapFailure } from './errors.ts';
import type { SiteDetails } from './schema.ts';

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What a person fills in. */
export const fields: readonly ConnectField[] = [
  {
    name: 'domain',
    label: 'Site address',
    secret: false,
    required: false,
    env: 'WORDPRESS_URL',
    help: 'Address of the site, e.g. https://blog.example',
  },
  {
    name: 'username',
    label: 'User name',
    secret: false,
    required: true,
    env: 'WORDPRESS_USERNAME',
    help: 'Name of a user of the site who may write posts, with the role Author or above',
  },
  {
    name: 'password',
    label: 'Application password',
    secret: true,
    required: true,
    env: 'WORDPRESS_PASSWORD',
    help: 'Users, Profile, Application Passwords, "Add New Application Password"; not the password that opens the site',
  },
];

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

/** Finds the REST API of the site, then checks the application password and that its user may write. */
export async function connect(
  input: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const username = input.username?.trim();
  const password = input.password?.trim();
  if (!username || !password) throw new Rejected('A user name and an application password are needed');
  const baseUrl = toBaseUrl(input.domain?.trim() || ctx.env.WORDPRESS_URL, ctx.env.WORDPRESS_URL);
  const { restRoot, root } = await findApi(baseUrl, ctx);
  const user = await refusedInWords(() =>
    call<User>({ restRoot, username, password }, ctx, '/wp/v2/users/me', { query: { context: 'edit' } }),
  );
  if (!Number.isInteger(user?.id)) throw new Rejected(`${baseUrl} does not answer as WordPress does`);
  if (!user.capabilities?.edit_posts) {
    throw new Rejected(
      `The user ${username} may not write posts at ${baseUrl}: the role Author or above is needed`,
    );
  }
  const address = baseUrl.replace(/^https?:\/\//, '');
  const details: SiteDetails = { baseUrl, restRoot, siteName: root.name ?? '' };
  return {
    internalId: `${address}:${user.id}`,
    name: user.name || username,
    picture: user.avatar_urls?.['96'] ?? null,
    profile: baseUrl,
    credentials: { domain: baseUrl, username, password },
    details: { ...details },
    expiresAt: null,
  };
}

/**
 * The address of a site as it is called: with protocol, without query, slash at the end, and the page of its
 * administration that a person may have copied. Plain http would show the password to the wire: only on this
 * machine, or where the operator says so.
 */
function toBaseUrl(address: string | undefined, operators: string | undefined): string {
  if (!address) throw new Rejected('The address of the site is needed');
  const whole = address.includes('://') ? address : `https://${address}`;
  if (!URL.canParse(whole)) throw new Rejected(`Not an address: ${address}`);
  const { protocol, hostname, origin, pathname } = new URL(whole);
  const trusted =
    LOOPBACK.has(hostname) || (operators && URL.canParse(operators) && new URL(operators).origin === origin);
  if (protocol !== 'https:' && !(protocol === 'http:' && trusted)) {
    throw new Rejected(`The site must be called by https: ${origin}`);
  }
  return `${origin}${pathname.replace(/\/(wp-admin|wp-json|wp-login\.php|index\.php)(\/.*)?$/, '')}`.replace(
    /\/+$/,
    '',
  );
}

/**
 * The root of the REST API, asked for without credentials: at `/wp-json`, which needs pretty addresses and
 * can be renamed, else by the query `rest_route`, which every WordPress understands. Only the address that
 * the person gave is called; a site that sends callers to another one is not followed, as the password would
 * go there too.
 */
async function findApi(baseUrl: string, ctx: ProviderContext): Promise<{ restRoot: string; root: Root }> {
  for (const restRoot of [`${baseUrl}/wp-json`, `${baseUrl}/?rest_route=`]) {
    const root = await readRoot(restRoot, ctx);
    if (!root?.namespaces?.includes('wp/v2')) continue;
    if (!root.authentication?.['application-passwords']) {
      throw new Rejected(
        `${baseUrl} does not offer application passwords: WordPress 5.6 or newer is needed, https, and no plug-in that turns them off`,
      );
    }
    return { restRoot, root };
  }
  throw new Rejected(`No WordPress with its REST API answers at ${baseUrl}`);
}

/** null when there is no such document there. */
async function readRoot(restRoot: string, ctx: ProviderContext): Promise<Root | null> {
  const url = routeUrl(restRoot, '/', { _fields: 'name,namespaces,authentication' });
  try {
    const answer = await callJson<Root>(ctx.egress, url, {
      signal: ctx.signal,
      mapFailure({ status, headers, ...failure }) {
        const target = headers.get('location') ?? '';
        const elsewhere = URL.canParse(target, url.href) ? new URL(target, url.href).origin : url.origin;
        if (status < 400 && elsewhere !== url.origin) {
          return new Rejected(
            `The site sends callers to ${elsewhere}; if that is the site, connect it with that address`,
            { networkCode: ELSEWHERE },
          );
        }
        return status < 400
          ? new Rejected('', { networkCode: String(status) })
          : mapFailure({ status, headers, ...failure }, ctx.now());
      },
    });
    return answer.body;
  } catch (error) {
    // Some plug-ins show nothing of the API to strangers; whether it is WordPress is then seen with the
    // password.
    if (error instanceof TokenExpired) {
      return { namespaces: ['wp/v2'], authentication: { 'application-passwords': {} } };
    }
    const notJson = error instanceof OutcomeUnknown && error.networkCode === null;
    if (notJson || (error instanceof Rejected && error.networkCode !== ELSEWHERE)) return null;
    throw error;
  }
}

const ELSEWHERE = 'elsewhere';

async function refusedInWords<T>(work: () => Promise<{ body: T }>): Promise<T> {
  try {
    return (await work()).body;
  } catch (error) {
    if (error instanceof TokenExpired || error instanceof ChannelGone) {
      throw new Rejected(error.message, { networkCode: error.networkCode, cause: error });
    }
    throw error;
  }
}
