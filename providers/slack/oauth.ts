/**
 * Installing the app in a browser (docs.slack.dev/authentication/installing-with-oauth). A workspace is one
 * channel; where in the workspace a post goes is a setting of the post.
 */
import { callJson } from '../_kit/http.ts';
import { OutcomeUnknown, Rejected } from '../_kit/errors.ts';
import type { ProviderOAuth } from '../_kit/oauth.ts';
import { baseUrl } from './api.ts';
import { accountOfToken, rotationError } from './auth.ts';
import { mapCode, mapFailure, type ErrorBody } from './errors.ts';
import { FURTHER_SCOPES, NEEDED_SCOPES } from './schema.ts';
import { answeredWithout } from '../_kit/answered-without.ts';
import { catalogue } from '../_kit/sentences/catalogue.ts';
import { english } from './sentences.ts';

const sentence = catalogue(english);

/** The fields of the answer of `oauth.v2.access` that are read. */
interface Access extends ErrorBody {
  readonly ok?: boolean;
  readonly access_token?: string;
  readonly refresh_token?: string;
  readonly is_enterprise_install?: boolean;
}

/** The operator has to create the app: Slack has no dynamic registration. */
export const oauth: ProviderOAuth = {
  scopes: [...NEEDED_SCOPES, ...FURTHER_SCOPES],
  fields: [],
  app: { kind: 'env', idVariable: 'SLACK_ID', secretVariable: 'SLACK_SECRET' },
  // Slack supports PKCE only for apps without a secret.
  pkce: async () => false,
  authorizeUrl({ app, redirectUri, state }, ctx) {
    const query = {
      client_id: app.id,
      scope: [...NEEDED_SCOPES, ...FURTHER_SCOPES].join(','),
      redirect_uri: redirectUri,
      state,
    };
    return `${baseUrl(ctx).replace(/\/api$/, '')}/oauth/v2/authorize?${new URLSearchParams(query)}`;
  },
  async exchange({ app, redirectUri, code }, ctx) {
    const { body, headers } = await callJson<Access>(ctx.egress, `${baseUrl(ctx)}/oauth.v2.access`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      signal: ctx.signal,
      body: new URLSearchParams({
        client_id: app.id,
        client_secret: app.secret,
        code,
        redirect_uri: redirectUri,
      }).toString(),
      mapFailure: (failure) => mapFailure(failure, ctx.now()),
    });
    if (body?.ok === false && typeof body.error === 'string') throw mapCode(body, headers, ctx.now());
    if (body?.ok !== true || typeof body.access_token !== 'string') {
      throw new OutcomeUnknown(answeredWithout('Slack', 'an access token'));
    }
    if (body.refresh_token) throw rotationError();
    if (body.is_enterprise_install) {
      throw new Rejected(sentence('slack_whole_organisation'));
    }
    return [await accountOfToken(body.access_token, ctx)];
  },
};
