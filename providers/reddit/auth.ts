/** The account of a token, and its renewal. Accounts are connected in a browser (oauth.ts). */
import type { ConnectedAccount, Provider, ProviderContext } from '../_kit/contract.ts';
import { connectInBrowser } from '../_kit/connect-in-browser.ts';
import { ChannelGone, OutcomeUnknown, Rejected, TokenExpired, Unsent } from '../_kit/errors.ts';
import { callJson } from '../_kit/http.ts';
import type { OAuthClient } from '../_kit/oauth.ts';
import { call, siteUrl, userAgent } from './api.ts';
import { mapTokenFailure } from './errors.ts';
import { SCOPES } from './schema.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** Reddit's access tokens live a day; one is renewed before. */
interface TokenAnswer {
  readonly access_token?: unknown;
  readonly refresh_token?: unknown;
  readonly expires_in?: unknown;
  readonly scope?: unknown;
  /** Beside HTTP 200: `invalid_grant` for a code that is unknown or used. */
  readonly error?: unknown;
}

/** What the token endpoint issued. Answers to a refresh may carry another refresh token. */
export interface IssuedTokens {
  readonly token: string;
  readonly refreshToken: string | null;
  readonly expiresAt: Date;
  readonly scopes: readonly string[];
}

interface Me {
  readonly id?: string;
  readonly name?: string;
  readonly icon_img?: string;
  readonly is_suspended?: boolean;
}

/** A Reddit token cannot be typed: it lives a day, and its refresh token belongs to one app. */
export const connect = connectInBrowser('Reddit');

/**
 * Exchanges a code or a refresh token (github.com/reddit-archive/reddit/wiki/OAuth2).
 *
 * @throws ChannelGone for a grant that Reddit no longer accepts
 */
export async function requestTokens(
  { app, username = null }: { app: OAuthClient; username?: string | null },
  grant: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<IssuedTokens> {
  const { body } = await callJson<TokenAnswer>(ctx.egress, `${siteUrl(ctx)}/api/v1/access_token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${app.id}:${app.secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': userAgent(username),
    },
    body: new URLSearchParams(grant).toString(),
    signal: ctx.signal,
    mapFailure: (failure) => mapTokenFailure(failure, ctx.now()),
  });
  if (typeof body?.error === 'string') {
    throw new ChannelGone(sentence('network_answered', { network: 'Reddit', answer: body.error }), {
      networkCode: body.error,
    });
  }
  if (typeof body?.access_token !== 'string' || typeof body.expires_in !== 'number') {
    throw new OutcomeUnknown(answeredWithout('Reddit', 'an access token'));
  }
  return {
    token: body.access_token,
    refreshToken: typeof body.refresh_token === 'string' ? body.refresh_token : null,
    expiresAt: new Date(ctx.now().getTime() + body.expires_in * 1000),
    scopes: String(body.scope ?? '').split(/[\s,]+/),
  };
}

/**
 * The account that an app was approved for.
 *
 * @throws Rejected with a message for people, without the permissions that publishing needs
 */
export async function accountOf(issued: IssuedTokens, ctx: ProviderContext): Promise<ConnectedAccount> {
  const missing = issued.scopes.includes('*') ? [] : SCOPES.filter((scope) => !issued.scopes.includes(scope));
  if (missing.length) throw new Rejected(sentence('not_granted', { network: 'Reddit', scopes: missing }));
  if (!issued.refreshToken) throw new Rejected(sentence('no_lasting_access', { network: 'Reddit' }));
  const { body: me } = await call<Me>({ token: issued.token, username: null }, ctx, '/api/v1/me');
  if (!me?.id || !me.name) throw new Rejected(answeredWithout('Reddit', 'the name of the account'));
  if (me.is_suspended) throw new Rejected(sentence('reddit_suspended', { name: me.name }));
  return {
    internalId: me.id,
    name: me.name,
    // What follows the file's name only sizes it, and expires.
    picture: me.icon_img?.replace(/\?.*$/, '') || null,
    profile: `u/${me.name}`,
    credentials: { token: issued.token, refreshToken: issued.refreshToken },
    details: { username: me.name },
    expiresAt: issued.expiresAt,
  };
}

/**
 * A renewal also extends nothing else: the old token lives to its end, so an answer that is lost costs
 * nothing.
 */
export const refresh: NonNullable<Provider['refresh']> = async (channel, ctx) => {
  const app = { id: ctx.env.REDDIT_CLIENT_ID ?? '', secret: ctx.env.REDDIT_CLIENT_SECRET ?? '' };
  const { refreshToken = '' } = channel.credentials;
  try {
    const issued = await requestTokens(
      { app, username: channel.name },
      { grant_type: 'refresh_token', refresh_token: refreshToken },
      ctx,
    );
    return {
      credentials: { token: issued.token, refreshToken: issued.refreshToken ?? refreshToken },
      expiresAt: issued.expiresAt,
    };
  } catch (error) {
    // The operator's mistake, or none at all: reconnecting the channel would not help.
    if (error instanceof Rejected || error instanceof TokenExpired) {
      throw new Unsent(error.message, { networkCode: error.networkCode, cause: error });
    }
    throw error;
  }
};
