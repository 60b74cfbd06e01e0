import { readSessionToken } from '../../http/session-cookie.ts';
import { findSession } from '../../http/sessions.ts';
import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { checkAuthorizationRequest, redirectOf } from '../authorization-request.ts';
import { PERMISSIONS, readDecider } from '../consent.ts';
import { pictureOf } from '../present-oauth-app.ts';
import { pictureSchema } from './app-shapes.ts';
import type { Operation, Schema } from '../../http/operation.ts';
import { flag, id, listOf, orNull, record, role, text, textOrNull } from '../../http/shapes.ts';

/**
 * The parameters of RFC 6749, section 4.1.1, and RFC 7636, section 4.3. Others are ignored, `scope` among
 * them: a token may do what its person may.
 */
export const authorizationParameters = {
  client_id: text('The app'),
  response_type: text('Always code'),
  redirect_uri: text('The registered redirect URL, byte for byte; may be omitted'),
  state: text('Returned unchanged, an empty one too; at most 4096 characters'),
  code_challenge: text('PKCE: the SHA-256 hash of the verifier in base64url (RFC 7636)'),
  code_challenge_method: text('Always S256; required with code_challenge'),
} as const;

const consent: Schema = {
  type: 'object',
  properties: {
    app: record({
      name: text("The app's name"),
      description: textOrNull('What the app does'),
      picture: pictureSchema,
      clientId: text("The app's client ID"),
      redirectUrl: text('Where the answer is sent'),
      redirectHost: text('Host and port of the redirect URL, which tell a real app from a look-alike'),
      registeredBy: text('The organisation that registered it'),
    }),
    state: text('As sent'),
    permissions: {
      ...listOf({ type: 'string' }),
      description: 'What the app will be allowed to do, in sentences',
    },
    person: orNull(
      record({ name: text('Their name'), email: text('Their email address') }),
      'The person who is signed in; null if nobody is',
    ),
    organizations: {
      ...listOf(
        record({
          id: id('The organisation'),
          name: text('Its name'),
          role,
          current: flag('The current organisation'),
        }),
      ),
      description: 'The organisations for which the person can approve',
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
  summary: 'Get what the consent page shows',
  description:
    'If the app must correct its request, the answer is `redirect` alone: the registered redirect URL with the error. An unknown app, or a `redirect_uri` other than the registered one, is shown to the person and never redirected.',
  query: { type: 'object', properties: authorizationParameters, required: ['client_id', 'response_type'] },
  answer: {
    status: 200,
    description: 'The request to decide on',
    schema: { anyOf: [consent, record({ redirect: text('URL to redirect the browser to') })] },
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
