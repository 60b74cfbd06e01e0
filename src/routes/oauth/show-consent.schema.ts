import type { Operation } from '../operation.ts';

const text = (description: string) => ({ type: 'string', description }) as const;

/** The parameters of RFC 6749, section 4.1.1, and RFC 7636, section 4.3. Others are ignored, `scope` among them: a token may do what an API key may. */
export const authorizationParameters = {
  client_id: text('The app'),
  response_type: text('code'),
  redirect_uri: text('The registered Redirect URL, byte for byte; may be left away'),
  state: text('Comes back unchanged; at most 4096 characters'),
  code_challenge: text('PKCE: the SHA-256 of the verifier as base64url (RFC 7636)'),
  code_challenge_method: text('S256; needed with code_challenge'),
} as const;

const picture = { anyOf: [{ type: 'object', properties: { id: { type: 'string', format: 'uuid' }, path: text('Its public address') }, required: ['id', 'path'], additionalProperties: false }, { type: 'null' }] } as const;

const consent = {
  type: 'object',
  properties: {
    app: {
      type: 'object',
      properties: {
        name: text('What the app calls itself'), description: { type: ['string', 'null'] }, picture, clientId: text('Its Client ID'), redirectUrl: text('Where the answer goes'),
        redirectHost: text('The host of that, with its port: what tells a real app from one that looks like it'), registeredBy: text('The organisation that registered it'),
      },
      required: ['name', 'description', 'picture', 'clientId', 'redirectUrl', 'redirectHost', 'registeredBy'], additionalProperties: false,
    },
    state: text('As it was sent'),
    permissions: { type: 'array', items: { type: 'string' }, description: 'What the app may do, a sentence each' },
    person: { anyOf: [{ type: 'object', properties: { name: text('Their name'), email: text('Their address') }, required: ['name', 'email'], additionalProperties: false }, { type: 'null' }], description: 'Who is signed in; null = nobody: sign in first' },
    organizations: {
      type: 'array', description: 'For which the person could approve',
      items: {
        type: 'object', properties: { id: { type: 'string', format: 'uuid' }, name: text('Its name'), role: { enum: ['owner', 'admin', 'member'] }, current: { type: 'boolean', description: 'The one that is worked in' } },
        required: ['id', 'name', 'role', 'current'], additionalProperties: false,
      },
    },
  },
  required: ['app', 'permissions', 'person', 'organizations'], additionalProperties: false,
} as const;

export const showConsentOperation = {
  id: 'showConsent', method: 'get', path: '/oauth/authorize', tag: 'OAuth', access: 'open',
  summary: 'What the page of consent shows',
  description: 'For a request that the app must correct, the answer is `redirect` alone: the registered Redirect URL with the error. An unknown app, or a `redirect_uri` that is not the registered one, is told to the person and redirects nowhere.',
  query: { type: 'object', properties: authorizationParameters, required: ['client_id', 'response_type'] },
  answer: {
    status: 200, description: 'What there is to decide',
    schema: { anyOf: [consent, { type: 'object', properties: { redirect: text('Where the browser goes at once') }, required: ['redirect'], additionalProperties: false }] },
  },
  errors: ['unknown_client', 'redirect_mismatch', 'invalid_request'],
} as const satisfies Operation;
