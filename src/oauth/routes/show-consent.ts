import { readSessionToken } from '../../http/session-cookie.ts';
import { findSession } from '../../http/sessions.ts';
import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import { checkAuthorizationRequest, redirectOf } from '../authorization-request.ts';
import { PERMISSIONS, readDecider } from '../consent.ts';
import { pictureOf } from '../present-oauth-app.ts';
import { pictureSchema } from './app-shapes.ts';
import type { Operation, Schema } from '../../http/operation.ts';
import { flag, id, listOf, orNull, record, role, text, textOrNull } from '../../http/shapes.ts';

/**
 * The parameters of RFC 6749, section 4.1.1, and RFC 7636, section 4.3. Others are ignored, `scope` among
 * them: a token may do what an API key may.
 */
export const authorizationParameters = {
  client_id: text('The app'),
  response_type: text('code'),
  redirect_uri: text('The registered Redirect URL, byte for byte; may be left away'),
  state: text('Comes back unchanged; at most 4096 characters'),
  code_challenge: text('PKCE: the SHA-256 of the verifier as base64url (RFC 7636)'),
  code_challenge_method: text('S256; needed with code_challenge'),
} as const;

const consent: Schema = {
  type: 'object',
  properties: {
    app: record({
      name: text('What the app calls itself'),
      description: textOrNull('What it does'),
      picture: pictureSchema,
      clientId: text('Its Client ID'),
      redirectUrl: text('Where the answer goes'),
      redirectHost: text(
        'The host of that, with its port: what tells a real app from one that looks like it',
      ),
      registeredBy: text('The organisation that registered it'),
    }),
    state: text('As it was sent'),
    permissions: { ...listOf({ type: 'string' }), description: 'What the app may do, a sentence each' },
    person: orNull(
      record({ name: text('Their name'), email: text('Their address') }),
      'Who is signed in; null = nobody: sign in first',
    ),
    organizations: {
      ...listOf(
        record({
          id: id('The organisation'),
          name: text('Its name'),
          role,
          current: flag('The one that is worked in'),
        }),
      ),
      description: 'For which the person could approve',
    },
  },
  required: ['app', 'permissions', 'person', 'organizations'],
  additionalProperties: false,
};

export const showConsentOperation = {
  id: 'showConsent',
  method: 'get',
  path: '/oauth/authorize',
  tag: 'OAuth',
  access: 'open',
  summary: 'What the page of consent shows',
  description:
    'For a request that the app must correct, the answer is `redirect` alone: the registered Redirect URL with the error. An unknown app, or a `redirect_uri` that is not the registered one, is told to the person and redirects nowhere.',
  query: { type: 'object', properties: authorizationParameters, required: ['client_id', 'response_type'] },
  answer: {
    status: 200,
    description: 'What there is to decide',
    schema: { anyOf: [consent, record({ redirect: text('Where the browser goes at once') })] },
  },
  errors: ['unknown_client', 'redirect_mismatch', 'invalid_request'],
  handler: showConsentHandler,
} as const satisfies Operation;

/**
 * Also for a browser in which nobody is signed in: it is sent to sign in with the app's
 * name in sight.
 */
function showConsentHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.set('Cache-Control', 'no-store');
    const request = await checkAuthorizationRequest(context, ctx.query);
    if (request.error) {
      ctx.body = { redirect: redirectOf(request, request.error) };
      return;
    }
    const { app, state } = request;
    // Open, because the page shows the app before it asks to sign in.
    const token = readSessionToken(context, ctx);
    const session = token ? await findSession(context, token) : undefined;
    const { person, organizations } = session
      ? await readDecider(context, session.caller)
      : { person: null, organizations: [] };
    ctx.body = {
      app: {
        name: app.name,
        description: app.description,
        picture: await pictureOf(context.storage, app),
        clientId: app.clientId,
        redirectUrl: app.redirectUrl,
        redirectHost: new URL(app.redirectUrl).host,
        registeredBy: app.registeredBy,
      },
      ...(state === undefined ? {} : { state }),
      permissions: PERMISSIONS,
      person,
      organizations,
    };
  };
}
