import { pictureSchema } from './app.schema.ts';
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
} as const satisfies Operation;
