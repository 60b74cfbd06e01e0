/**
 * Connecting in a browser with VK ID, OAuth 2.1 (id.vk.com/about/business/go/docs, "API methods"): PKCE
 * without a secret, and beside the code a `device_id` that belongs to all its tokens.
 */
import type { ConnectedAccount, ProviderContext } from '../_kit/contract.ts';
import { ProviderError, Rejected } from '../_kit/errors.ts';
import type { ProviderOAuth } from '../_kit/oauth.ts';
import { APP, requestTokens, SCOPES, type Tokens } from './auth.ts';
import { call, loginUrl, toForm } from './api.ts';
import { callJson } from '../_kit/http.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

const MAX_COMMUNITIES = 200;

export const oauth: ProviderOAuth = {
  scopes: SCOPES,
  fields: [],
  app: { kind: 'env', idVariable: APP },
  pkce: async () => true,
  authorizeUrl({ app, redirectUri, state, challenge = '' }, ctx) {
    const query = {
      response_type: 'code',
      client_id: app.id,
      redirect_uri: redirectUri,
      state,
      scope: SCOPES.join(' '),
      code_challenge: challenge,
      code_challenge_method: 'S256',
    };
    return `${loginUrl(ctx)}/authorize?${toForm(query)}`;
  },
  async exchange({ app, redirectUri, code, verifier = '', state = '', deviceId }, ctx) {
    if (!deviceId) throw new Rejected(answeredWithout('VK', 'the id of the device'));
    const tokens = await requestTokens(
      {
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        client_id: app.id,
        device_id: deviceId,
        redirect_uri: redirectUri,
        state,
      },
      ctx,
    );
    if (tokens.scopes && !tokens.scopes.includes('wall')) {
      // VK grants it to few apps, and only on request.
      throw new Rejected(sentence('vk_without_wall'), { networkCode: 'insufficient_scope' });
    }
    return accountsOf({ ...tokens, deviceId, clientId: app.id }, ctx);
  },
};

interface User {
  readonly user_id?: string | number;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly avatar?: string;
}

interface Group {
  readonly id?: number;
  readonly name?: string;
  readonly screen_name?: string;
  readonly photo_100?: string;
}

/** The person's own wall, and those of the communities where they are editor or more. */
async function accountsOf(
  granted: Tokens & { deviceId: string; clientId: string },
  ctx: ProviderContext,
): Promise<ConnectedAccount[]> {
  const { accessToken, refreshToken, deviceId, clientId, expiresAt, scopes } = granted;
  const common = { credentials: { accessToken, refreshToken, deviceId }, expiresAt };
  const { body } = await callJson<{ user?: User }>(ctx.egress, `${loginUrl(ctx)}/oauth2/user_info`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: toForm({ client_id: clientId, access_token: accessToken }),
    signal: ctx.signal,
  });
  const { user_id: id, first_name: first, last_name: last, avatar } = body?.user ?? {};
  if (!id) throw new Rejected(answeredWithout('VK', 'the account'));
  const person: ConnectedAccount = {
    ...common,
    internalId: String(id),
    name: [first, last].filter(Boolean).join(' ') || `id${id}`,
    picture: avatar || null,
    profile: `id${id}`,
    details: { ownerId: Number(id), userId: Number(id) },
  };
  const mayList = !scopes || scopes.includes('groups');
  const groups = mayList ? await communitiesOf(common, ctx) : [];
  return [
    person,
    ...groups.map(({ id: group = 0, name, screen_name: screenName, photo_100: picture }) => ({
      ...common,
      internalId: `-${group}`,
      name: name || `club${group}`,
      picture: picture || null,
      profile: screenName || `club${group}`,
      details: { ownerId: -group, userId: Number(id) },
    })),
  ];
}

/** Without the right to list them, a person still has their own wall. */
async function communitiesOf(
  account: { credentials: Record<string, string> },
  ctx: ProviderContext,
): Promise<readonly Group[]> {
  try {
    const { items = [] } = await call<{ items?: readonly Group[] }>(account, ctx, 'groups.get', {
      params: { filter: 'editor', extended: 1, fields: 'screen_name,photo_100', count: MAX_COMMUNITIES },
    });
    return items.filter(({ id }) => id !== undefined);
  } catch (error) {
    const isRefused = error instanceof ProviderError && ['7', '15', '260'].includes(error.networkCode ?? '');
    if (isRefused) return [];
    throw error;
  }
}
