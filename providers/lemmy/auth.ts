/**
 * Logging in with a user name and a password. Lemmy has no other way for programs, and allows few logins from
 * one IP address (3 an hour by default), so the token is kept, and the password for the next login.
 */
import type { Channel, ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { ChannelGone, OutcomeUnknown, Rejected, TokenExpired } from '../_kit/errors.ts';
import { trimEndOf } from '../_kit/scan.ts';
import { call, findApi, type Site } from './api.ts';
import { readDetails, type Details } from './schema.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import type { Sentence } from '../_kit/sentences/fill.ts';

const sentence = catalogue(english);

const DEFAULT_SERVICE = 'https://lemmy.world';
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Three logins an hour, which come back one by one. */
const LOGIN_WAIT_MS = 20 * 60_000;

/** Why a login was refused, for people. */
const REFUSED: Readonly<Record<string, Sentence>> = {
  incorrect_login: sentence('lemmy_wrong_login'),
  missing_totp_token: sentence('lemmy_two_factors'),
  email_not_verified: sentence('lemmy_email_not_verified'),
  registration_application_is_pending: sentence('lemmy_not_approved'),
  registration_denied: sentence('lemmy_registration_refused'),
  site_ban: sentence('lemmy_banned'),
  deleted: sentence('lemmy_account_deleted'),
};

interface Person {
  readonly id: number;
  readonly name: string;
  readonly display_name?: string | null;
  readonly avatar?: string | null;
  /** Its URL on the network: `actor_id` in 0.19, `ap_id` in 1.x. */
  readonly actor_id?: string;
  readonly ap_id?: string;
}

interface Me {
  readonly local_user_view: { readonly person: Person };
}

interface Session {
  readonly jwt: string;
  readonly expiresAt: Date | null;
}

/** Finds the version of the instance's API, logs in, and reads whose account it is. */
export async function connect(
  input: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<ConnectedAccount> {
  const identifier = input.identifier?.trim().replace(/^@/, '') ?? '';
  const password = input.password ?? '';
  if (!identifier || !password) {
    throw new Rejected(sentence('needed_to_connect', { what: 'A user name with its password' }));
  }
  const baseUrl = toBaseUrl(input.service?.trim() || ctx.env.LEMMY_URL || DEFAULT_SERVICE, ctx.env.LEMMY_URL);
  const found = await findApi(baseUrl, ctx);
  if (!found) throw new Rejected(sentence('answers_as_another', { url: baseUrl, network: 'Lemmy' }));
  if (found.api === 'v3' && /^0\.(1[0-8]|\d)\./.test(found.version)) {
    throw new Rejected(sentence('lemmy_too_old', { url: baseUrl, version: found.version }));
  }
  const site: Site = { baseUrl, api: found.api, token: null };
  const session = await login(site, { identifier, password }, ctx).catch((error: unknown) => {
    throw refusalOf(error) ?? error;
  });
  const person = await readMe({ ...site, token: session.jwt }, ctx);
  const { host } = new URL(baseUrl);
  const details: Details = { baseUrl, username: person.name, personId: person.id };
  return {
    internalId: person.actor_id ?? person.ap_id ?? `${baseUrl}/u/${person.name}`,
    name: person.display_name || person.name,
    picture: person.avatar ?? null,
    profile: `@${person.name}@${host}`,
    credentials: { jwt: session.jwt, identifier, password },
    details: { ...details },
    expiresAt: session.expiresAt,
  };
}

/**
 * Logs in again: a token of 1.x ends, and any token ends when the person logs out everywhere.
 *
 * @throws ChannelGone if the password is no longer accepted
 */
export async function refresh(
  channel: Channel,
  ctx: ProviderContext,
): Promise<Pick<ConnectedAccount, 'credentials' | 'expiresAt'>> {
  const { baseUrl } = readDetails(channel);
  const { identifier = '', password = '' } = channel.credentials;
  const found = await findApi(baseUrl, ctx);
  if (!found) throw new OutcomeUnknown(sentence('answers_as_another', { url: baseUrl, network: 'Lemmy' }));
  const site: Site = { baseUrl, api: found.api, token: null };
  const { jwt, expiresAt } = await login(site, { identifier, password }, ctx).catch((error: unknown) => {
    const refusal = refusalOf(error);
    throw refusal
      ? new ChannelGone(sentence('reconnect_the_channel', { words: refusal.said }), {
          networkCode: refusal.networkCode,
          cause: error,
        })
      : error;
  });
  return { credentials: { ...channel.credentials, jwt }, expiresAt };
}

async function login(
  site: Site,
  { identifier, password }: { identifier: string; password: string },
  ctx: ProviderContext,
): Promise<Session> {
  const account = { username_or_email: identifier, password };
  const body = await call<{ jwt?: string | null }>(
    site,
    ctx,
    site.api === 'v3' ? '/user/login' : '/account/auth/login',
    {
      method: 'POST',
      json: site.api === 'v3' ? account : { ...account, stay_logged_in: true },
      waitMs: LOGIN_WAIT_MS,
    },
  );
  if (!body?.jwt) throw new OutcomeUnknown(answeredWithout('The instance', 'an access token'));
  return { jwt: body.jwt, expiresAt: endOf(body.jwt) };
}

/** The end that a token names itself (RFC 7519, section 4.1.4); those of 0.19 have none. */
function endOf(jwt: string): Date | null {
  const [, payload = ''] = jwt.split('.');
  try {
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp?: unknown };
    return typeof exp === 'number' ? new Date(exp * 1000) : null;
  } catch {
    return null; // an instance may make its tokens in another way
  }
}

function refusalOf(error: unknown): Rejected | null {
  if (!(error instanceof Rejected || error instanceof TokenExpired || error instanceof ChannelGone)) {
    return null;
  }
  const said = REFUSED[error.networkCode ?? ''] ?? error.said;
  return new Rejected(said, { networkCode: error.networkCode, cause: error });
}

async function readMe(site: Site, ctx: ProviderContext): Promise<Person> {
  const me =
    site.api === 'v3'
      ? (await call<{ my_user?: Me | null }>(site, ctx, '/site')).my_user
      : await call<Me>(site, ctx, '/account');
  const person = me?.local_user_view?.person;
  if (!Number.isInteger(person?.id)) {
    throw new OutcomeUnknown(answeredWithout('The instance', 'the account'));
  }
  return person as Person;
}

/**
 * The URL of an instance with protocol, without path. Plain http would expose the password: only for this
 * machine, or if the operator chose it.
 */
function toBaseUrl(url: string, operators: string | undefined): string {
  const whole = url.includes('://') ? url : `https://${url}`;
  if (!URL.canParse(whole)) throw new Rejected(sentence('not_a_url', { url: url }));
  const { protocol, hostname, origin } = new URL(whole);
  const trusted =
    LOOPBACK.has(hostname) || (operators && URL.canParse(operators) && new URL(operators).origin === origin);
  if (protocol !== 'https:' && !(protocol === 'http:' && trusted)) {
    throw new Rejected(sentence('must_use_https', { who: 'The instance', url: origin }));
  }
  return trimEndOf(origin, '/');
}
