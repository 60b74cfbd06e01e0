/** Connecting a listmonk: its URL, an API user and the user's token. */
import type { ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, Rejected, TokenExpired } from '../_kit/errors.ts';
import { trimEndOf } from '../_kit/scan.ts';
import { call, type Access, type Page } from './api.ts';
import type { Scheme, ServerDetails } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import type { Sentence } from '../_kit/sentences/fill.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** GET /api/profile, since version 4. The role with id 1 may do everything. */
interface Profile {
  readonly name?: string;
  readonly user_role?: { readonly id?: number; readonly permissions?: readonly string[] };
}

const SUPER_ADMIN = 1;

/** Without one of each, nothing can be sent (listmonk.app/docs/roles-and-permissions). */
const NEEDED: readonly (readonly string[])[] = [
  ['campaigns:get', 'campaigns:get_all'],
  ['campaigns:manage', 'campaigns:manage_all'],
];

/** Checks that the credentials work, that it is a listmonk, and that the user may write campaigns. */
export async function connect(
  input: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const username = input.username?.trim();
  const password = input.password?.trim();
  if (!username || !password) {
    throw new Rejected(sentence('needed_to_connect', { what: 'An API user with its token' }));
  }
  const baseUrl = toBaseUrl(input.url?.trim() || ctx.env.LISTMONK_URL, ctx.env.LISTMONK_URL);
  const access = await signIn({ baseUrl, username, password }, ctx);
  const profile = await readProfile(access, ctx);
  const missing = missingOf(profile);
  if (missing.length) {
    throw new Rejected(sentence('listmonk_lacks_permission', { permissions: missing }), {
      networkCode: 'permission',
    });
  }
  const place = baseUrl.replace(/^https?:\/\//, '');
  const details: ServerDetails = { baseUrl, username, scheme: access.scheme };
  return {
    internalId: `${place}:${username}`,
    name: `${profile?.name?.trim() || username} (${new URL(baseUrl).host})`,
    picture: null,
    profile: baseUrl,
    credentials: { url: baseUrl, username, password },
    details: { ...details },
    expiresAt: null,
  };
}

/**
 * The URL of a listmonk with protocol, without query and trailing slash, and without the path of a page that
 * a person may have copied. Plain http would expose the token: only for this machine, or if the operator
 * chose it.
 */
function toBaseUrl(url: string | undefined, operators: string | undefined): string {
  if (!url) throw new Rejected(sentence('needed_to_connect', { what: 'The URL of listmonk' }));
  const whole = url.includes('://') ? url : `https://${url}`;
  if (!URL.canParse(whole)) throw new Rejected(sentence('not_a_url', { url: url }));
  const { protocol, hostname, origin, pathname } = new URL(whole);
  const trusted =
    LOOPBACK.has(hostname) || (operators && URL.canParse(operators) && new URL(operators).origin === origin);
  if (protocol !== 'https:' && !(protocol === 'http:' && trusted)) {
    throw new Rejected(sentence('must_use_https', { who: 'listmonk', url: origin }));
  }
  return trimEndOf(`${origin}${pathname.replace(/\/(admin|api)(\/.*)?$/, '')}`, '/');
}

/** Basic, which every version takes; else the other form, for a web server that keeps Basic to itself. */
async function signIn(who: Omit<Access, 'scheme'>, ctx: ProviderContext): Promise<Access> {
  const attempt = async (scheme: Scheme): Promise<Access> => {
    const access = { ...who, scheme };
    const lists = await call<Page<unknown>>(access, ctx, '/lists', { query: { per_page: 1 } });
    if (!lists || typeof lists !== 'object') throw new OutcomeUnknown(noListmonk(who.baseUrl));
    return access;
  };
  try {
    return await attempt('basic').catch((error: unknown) => {
      if (isRefused(error)) return attempt('token');
      throw error;
    });
  } catch (error) {
    if (isRefused(error)) {
      throw new Rejected(
        sentence('listmonk_unknown_user', { url: who.baseUrl, user: who.username, why: error.said }),
        { networkCode: error.networkCode, cause: error },
      );
    }
    const { networkCode = null } = error as { networkCode?: string | null };
    const isOther = error instanceof OutcomeUnknown && networkCode === null;
    if (isOther || (error instanceof Rejected && networkCode === '404')) {
      throw new Rejected(noListmonk(who.baseUrl), { networkCode, cause: error });
    }
    throw error;
  }
}

const noListmonk = (url: string): Sentence => sentence('answers_as_another', { url, network: 'listmonk' });

/** The new place of the server is more useful than an error about the credentials. */
const isRefused = (error: unknown): error is TokenExpired | ChannelGone =>
  error instanceof TokenExpired || (error instanceof ChannelGone && error.networkCode === '403');

/** null before version 4, which has one user, who may do everything. */
async function readProfile(access: Access, ctx: ProviderContext): Promise<Profile | null> {
  try {
    return await call<Profile>(access, ctx, '/profile');
  } catch (error) {
    if (!(error instanceof Rejected)) throw error;
    // The essential permission is tried: a user who may not read campaigns gets an error here.
    await call(access, ctx, '/campaigns', { query: { per_page: 1, no_body: true } });
    return null;
  }
}

function missingOf(profile: Profile | null): string[] {
  const { id, permissions = [] } = profile?.user_role ?? {};
  if (id === SUPER_ADMIN || !permissions.length) return [];
  return NEEDED.filter((oneOf) => !oneOf.some((permission) => permissions.includes(permission))).map(
    (oneOf) => oneOf.join(' or '),
  );
}
