/** Tokens, and the account behind them (developer.dribbble.com/v2/oauth, /v2/user). */
import type { ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { connectInBrowser } from '../_kit/connect-in-browser.ts';
import { asRejected, Rejected } from '../_kit/errors.ts';
import type { OAuthClient, ProviderOAuth } from '../_kit/oauth.ts';
import { appRefused, redeemCode } from '../_shared/oauth/env-app.ts';
import type { TokenEndpoint, Tokens } from '../_shared/oauth/token-endpoint.ts';
import { call, siteUrl, type User } from './api.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** Where the operator names the application. */
const APP = { idVariable: 'DRIBBBLE_CLIENT_ID', secretVariable: 'DRIBBBLE_CLIENT_SECRET' } as const;

/** The account, its teams and its shots; new shots, and deleting them. */
const SCOPES = ['public', 'upload'] as const;

/** Dribbble gives tokens to applications only. */
export const connect = connectInBrowser('Dribbble');

const endpointOf = (app: OAuthClient, ctx: ProviderContext): TokenEndpoint => ({
  network: 'Dribbble',
  url: `${siteUrl(ctx)}/oauth/token`,
  app,
  clientAuth: 'post',
});

/** How accounts are connected. Dribbble has no PKCE; the secret protects the code. */
export const oauth: ProviderOAuth = {
  scopes: SCOPES,
  fields: [],
  app: { kind: 'env', ...APP },
  pkce: async () => false,
  authorizeUrl({ app, redirectUri, state }, ctx) {
    const query = {
      client_id: app.id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: SCOPES.join(' '),
      state,
    };
    return `${siteUrl(ctx)}/oauth/authorize?${new URLSearchParams(query)}`;
  },
  async exchange({ app, redirectUri, code }, ctx) {
    const tokens = await redeemCode(
      endpointOf(app, ctx),
      { code, redirectUri },
      appRefused('Dribbble', APP),
      ctx,
    );
    return [await accountOf(tokens, ctx)];
  },
};

/** @throws Rejected if the person granted less than is needed, or may not upload shots */
async function accountOf(tokens: Tokens, ctx: ProviderContext): Promise<ConnectedAccount> {
  const missing = SCOPES.filter((scope) => tokens.scopes && !tokens.scopes.includes(scope));
  if (missing.length) {
    throw new Rejected(sentence('not_granted', { network: 'Dribbble', scopes: missing }), {
      networkCode: 'missing_scope',
    });
  }
  const credentials = { accessToken: tokens.accessToken };
  const user = await call<User>({ credentials }, ctx, 'user').catch(asRejected);
  if (!user?.id || !user.login) throw new Rejected(answeredWithout('Dribbble', 'the name of the account'));
  checkUpload(user);
  return {
    internalId: String(user.id),
    name: user.name || user.login,
    picture: user.avatar_url || null,
    profile: user.login,
    credentials,
    details: {},
    expiresAt: tokens.expiresAt,
  };
}

/** @throws Rejected if Dribbble reports that the account may not upload shots */
export function checkUpload({ can_upload_shot: mayUpload }: User): void {
  if (mayUpload !== false) return;
  throw new Rejected(sentence('dribbble_no_uploads'), { networkCode: 'may_not_upload' });
}
