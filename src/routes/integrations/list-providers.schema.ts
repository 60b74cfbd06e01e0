import type { Operation, Schema } from '../operation.ts';

const fields: Schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      name: { type: 'string' }, label: { type: 'string' }, secret: { type: 'boolean', description: 'Not to be shown while it is typed' }, required: { type: 'boolean' },
      help: { type: 'string', description: 'Where a person finds it' }, default: { type: ['string', 'null'], description: 'What counts when nothing is given' },
    },
    required: ['name', 'label', 'secret', 'required', 'help', 'default'], additionalProperties: false,
  },
};

export const listProvidersOperation = {
  id: 'listProviders', method: 'get', path: '/integrations/providers', tag: 'Connecting', access: 'caller',
  summary: 'Networks at which channels can be connected',
  answer: {
    status: 200, description: 'In the order of their names',
    schema: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          identifier: { type: 'string' }, name: { type: 'string' },
          connect: { enum: ['oauth', 'credentials', 'none'], description: '`oauth`: in the browser, see getConnectUrl; `credentials`: see connectWithCredentials' },
          ready: { type: 'boolean', description: 'Whether the instance has what it needs' },
          missing: { type: 'array', items: { type: 'string' }, description: 'Variables that the operator has to set first' },
          fields: { ...fields, description: 'What the person gives; `instance` of an `oauth` network goes into `externalUrl`' },
          credentials: { anyOf: [fields, { type: 'null' }], description: 'For an `oauth` network that also takes credentials: their fields' },
        },
        required: ['identifier', 'name', 'connect', 'ready', 'missing', 'fields', 'credentials'], additionalProperties: false,
      },
    },
  },
  errors: [],
} as const satisfies Operation;
