/**
 * The account behind a token, and tokens that are renewed (docs.x.com, "OAuth 2.0 Authorization Code Flow").
 */
import type { ConnectedAccount, Provider, ProviderContext } from '../_kit/contract.ts';
import { connectInBrowser } from '../_kit/connect-in-browser.ts';
import { asRejected, Rejected } from '../_kit/errors.ts';
import { envAppOf, renewTokens } from '../_shared/oauth/env-app.ts';
import type { TokenEndpoint, Tokens } from '../_shared/oauth/token-endpoint.ts';
import { apiUrl, call } from './api.ts';
import { SCOPES, type AccountDetails } from './schema.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';
import type { Sentence, Words } from '../_kit/sentences/fill.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

/** The variables of the client registration. */
export const APP = { idVariable: 'X_API_KEY', secretVariable: 'X_API_SECRET' } as const;

interface User {
  readonly id: string;
  readonly name: string;
  readonly username: string;
  readonly profile_image_url?: string;
  readonly subscription_type?: string;
  readonly verified_type?: string;
}

/** There is nothing to type: X gives tokens to apps only. */
export const connect = connectInBrowser('X');

/** X decodes neither half of the header: its guide joins them with a colon as they are. */
export function tokenEndpoint(app: TokenEndpoint['app'], ctx: ProviderContext): TokenEndpoint {
  return { network: 'X', url: `${apiUrl(ctx)}/2/oauth2/token`, app, clientAuth: 'basic_plain' };
}

/**
 * The account of fresh tokens.
 *
 * @throws Rejected if the person granted less than is needed, or X does not accept the token
 */
export async function accountOfTokens(tokens: Tokens, ctx: ProviderContext): Promise<ConnectedAccount> {
  const missing = SCOPES.filter((scope) => tokens.scopes && !tokens.scopes.includes(scope));
  if (missing.length || !tokens.refreshToken) {
    throw new Rejected(
      sentence('not_granted', { network: 'X', scopes: missing.length ? missing : ['offline.access'] }),
      { networkCode: 'missing_scope' },
    );
  }
  const credentials = { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken };
  const fields = 'username,name,verified_type,subscription_type,profile_image_url';
  const user = await call<User>({ credentials }, ctx, `/2/users/me?user.fields=${fields}`).catch(asRejected);
  const details: AccountDetails = { premium: isPremium(user), username: user.username };
  return {
    internalId: user.id,
    name: user.name || user.username,
    picture: user.profile_image_url ?? null,
    profile: `@${user.username}`,
    credentials,
    details: { ...details },
    expiresAt: tokens.expiresAt,
  };
}

/**
 * Older answers have no `subscription_type`; a blue mark is sold with every subscription but the smallest.
 */
const isPremium = ({ subscription_type: type, verified_type: mark }: User): boolean =>
  type === undefined ? mark === 'blue' : type.toLowerCase() !== 'none';

/** What X answers when a refresh token is unknown, was used before, or was revoked. */
const REFUSED: ReadonlySet<string> = new Set(['invalid_request', 'invalid_grant']);

/**
 * Each refresh token works once: its answer has the next one. Presenting a used one ends the whole family, so
 * a process that died before it stored the answer leaves a channel that a person must reconnect, and only X's
 * refusal shows it. A refusal of the app is the operator's matter, and ends no channel.
 */
export const refresh: NonNullable<Provider['refresh']> = async (channel, ctx) => {
  const app = envAppOf('X', APP, ctx);
  const { refreshToken = '' } = channel.credentials;
  return renewTokens(
    tokenEndpoint(app, ctx),
    refreshToken,
    { refusedApp, hasEnded: (code) => REFUSED.has(code ?? '') },
    ctx,
  );
};

/** What the operator can do when X does not know the app. */
export const refusedApp = (why: Words): Sentence =>
  catalogue(english)('x_app_refused', { why, id: APP.idVariable, secret: APP.secretVariable });
