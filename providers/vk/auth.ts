/**
 * Tokens of VK ID: one hour of access, and a refresh token that is replaced at each use
 * (id.vk.com/about/business/go/docs, "Access token", "Refresh token").
 */
import { randomUUID } from 'node:crypto';
import type { Provider, ProviderContext } from '../_kit/contract.ts';
import { connectInBrowser } from '../_kit/connect-in-browser.ts';
import { ChannelGone, OutcomeUnknown, Rejected, Unsent, type ProviderError } from '../_kit/errors.ts';
import { callJson, classifyStatus, type HttpFailure } from '../_kit/http.ts';
import { loginUrl, toForm } from './api.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { sentence } from '../_kit/sentences/catalogue.ts';

/** Where the operator names the app, which has no secret. */
export const APP = 'VK_ID';

/** The account's name; posting; pictures; videos; the communities of the person. */
export const SCOPES = ['vkid.personal_info', 'wall', 'photos', 'video', 'groups'] as const;

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresAt: Date | null;
  /** null: VK did not return them. */
  readonly scopes: readonly string[] | null;
}

/** VK gives tokens to apps only. */
export const connect = connectInBrowser('VK');

interface TokenAnswer {
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly expires_in?: number;
  readonly scope?: string;
  readonly state?: string;
  readonly error?: string;
  readonly error_description?: string;
}

/**
 * Asks for tokens. A refusal may have any status, 200 too.
 *
 * @throws Rejected with VK's code (`invalid_grant`) as `networkCode`
 */
export async function requestTokens(
  form: Readonly<Record<string, string>>,
  ctx: ProviderContext,
): Promise<Tokens> {
  const { body } = await callJson<TokenAnswer>(ctx.egress, `${loginUrl(ctx)}/oauth2/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: toForm(form),
    signal: ctx.signal,
    mapFailure: (failure) => refusalOf(failure.body as TokenAnswer) ?? unlessRefused(failure, ctx.now()),
  });
  const refused = refusalOf(body);
  if (refused) throw refused;
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope, state } = body;
  if (!accessToken || !refreshToken) throw new OutcomeUnknown(answeredWithout('VK', 'tokens'));
  // Another person's answer would connect another person's account.
  if (state !== undefined && state !== form.state) {
    throw new Rejected(sentence('answered_for_another', { network: 'VK' }));
  }
  return {
    accessToken,
    refreshToken,
    expiresAt: seconds ? new Date(ctx.now().getTime() + seconds * 1000) : null,
    scopes: scope === undefined ? null : scope.split(/[\s,]+/).filter(Boolean),
  };
}

function refusalOf(body: TokenAnswer | null): Rejected | null {
  const { error, error_description: text } = (typeof body === 'object' && body) || {};
  if (typeof error !== 'string') return null;
  return new Rejected(`${text || error} (${error})`, { networkCode: error });
}

/** A 4xx without a code of VK's is no answer about the token. */
const unlessRefused = (failure: HttpFailure, now: Date): ProviderError => {
  const error = classifyStatus(failure, now);
  return error instanceof Rejected ? new OutcomeUnknown(error.message) : error;
};

/**
 * Renews the token of an hour. The refresh token, the device and the app belong together; a refusal of the
 * app is the operator's matter, and ends no channel.
 */
export const refresh: NonNullable<Provider['refresh']> = async ({ credentials }, ctx) => {
  const clientId = ctx.env[APP]?.trim();
  if (!clientId) {
    throw new Unsent(sentence('network_needs_variable', { network: 'VK', variable: APP }), {
      networkCode: 'not_configured',
    });
  }
  const { refreshToken = '', deviceId = '' } = credentials;
  const tokens = await requestTokens(
    {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      device_id: deviceId,
      state: randomUUID().replaceAll('-', ''),
      scope: SCOPES.join(' '),
    },
    ctx,
  ).catch((error: unknown) => {
    if (!(error instanceof Rejected)) throw error;
    const options = { networkCode: error.networkCode, cause: error };
    if (error.networkCode === 'invalid_client') {
      throw new Unsent(sentence('app_id_refused', { why: error.said, id: APP, network: 'VK ID' }), options);
    }
    throw new ChannelGone(sentence('access_withdrawn', { network: 'VK', why: error.said }), options);
  });
  const { accessToken, refreshToken: next, expiresAt } = tokens;
  return { credentials: { accessToken, refreshToken: next, deviceId }, expiresAt };
};
