/** Connecting a person with the cookies of a browser that is signed in to Skool. */
import type { ConnectField, Provider } from '../_kit/contract.ts';
import { ChannelGone, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { call, SITE_URL, type Self } from './api.ts';
import { FIREWALL } from './errors.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

const WHERE =
  'Sign in at www.skool.com in a browser, open its developer tools (F12), then Application or Storage, Cookies, https://www.skool.com, and copy the value of the cookie';

/**
 * The fields that a person fills in. Both are credentials: anybody who has them is signed in as this person.
 */
export const fields: readonly ConnectField[] = [
  {
    name: 'authToken',
    label: 'Cookie auth_token',
    secret: true,
    required: true,
    help: `${WHERE} auth_token. It is like a password, and ends after about a year or when you sign out there`,
    env: 'SKOOL_AUTH_TOKEN',
  },
  {
    name: 'clientId',
    label: 'Cookie client_id',
    secret: true,
    required: true,
    help: 'The value of the cookie client_id in the same list',
    env: 'SKOOL_CLIENT_ID',
  },
];

/** RFC 6265, section 4.1.1: what a cookie's value is made of. */
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]{8,3900}$/;

/** The value alone, also where a person copied `name=value;` or the whole list. */
function cookieOf(input: string | undefined, name: string): string {
  const text = input?.trim() ?? '';
  const value = new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(text)?.[1] ?? text;
  const bare = value.trim().replace(/^"(.*)"$/, '$1');
  if (!VALUE.test(bare)) {
    throw new Rejected(sentence('skool_not_a_cookie', { name }));
  }
  return bare;
}

export const connect: Provider['connect'] = async (input, ctx) => {
  const credentials = {
    authToken: cookieOf(input.authToken, 'auth_token'),
    clientId: cookieOf(input.clientId, 'client_id'),
  };
  const self = await call<Self>({ credentials }, ctx, '/self').catch((error: unknown) => {
    // Of a server that cannot be reached, people would only hear that.
    if (error instanceof Unsent && error.networkCode === FIREWALL) {
      throw new Rejected(error.message, { networkCode: FIREWALL, cause: error });
    }
    if (!(error instanceof TokenExpired || error instanceof ChannelGone)) throw error;
    throw new Rejected(
      sentence('credential_refused', { network: 'Skool', what: 'these cookies', why: error.said }),
      { cause: error },
    );
  });
  if (!self?.id) throw new Rejected(sentence('skool_no_account'));
  const name = [self.first_name, self.last_name].filter(Boolean).join(' ') || self.name || self.id;
  return {
    internalId: self.id,
    name,
    picture: self.metadata?.picture_profile || null,
    profile: self.name ? `${SITE_URL}/@${encodeURIComponent(self.name)}` : null,
    credentials,
    details: {},
    expiresAt: endOf(credentials.authToken),
  };
};

/** The end that the token itself names, if it is a JSON Web Token (RFC 7519, section 4.1.4). */
function endOf(token: string): Date | null {
  const parts = token.split('.');
  if (parts.length !== 3) return null;
  try {
    const { exp } = JSON.parse(Buffer.from(parts[1] ?? '', 'base64url').toString()) as { exp?: unknown };
    return typeof exp === 'number' && exp > 0 ? new Date(exp * 1000) : null;
  } catch {
    return null; // of another form, which does not contain its end
  }
}
