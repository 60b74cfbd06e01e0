import type { Operation } from '../../http/operation.ts';
import { clientParameters, oauthRefusals } from './exchange-code.schema.ts';

export const revokeTokenOperation = {
  id: 'revokeToken',
  method: 'post',
  path: '/oauth/revoke',
  tag: 'OAuth',
  access: 'open',
  summary: 'Give an access token back',
  description:
    "RFC 7009: for the app that has it, which proves itself as at the token endpoint. The answer is the same for a token that is not known, is revoked already, or is not the app's.",
  body: {
    type: 'object',
    properties: {
      token: { type: 'string', description: 'The access token' },
      token_type_hint: { type: 'string', description: 'Ignored' },
      ...clientParameters,
    },
    required: ['token'],
  },
  form: true,
  answer: {
    status: 200,
    description: "The app's token is dead",
    schema: { type: 'object', additionalProperties: false },
  },
  others: oauthRefusals(['invalid_request']),
  errors: [],
} as const satisfies Operation;
