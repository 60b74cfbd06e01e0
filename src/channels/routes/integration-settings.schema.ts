import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';

export const integrationSettingsOperation = {
  id: 'getIntegrationSettings',
  method: 'get',
  path: '/integration-settings/{id}',
  tag: 'Channels',
  access: 'caller',
  summary: 'What a post to this channel needs',
  description:
    'The rules in words, the longest text, the JSON Schema of `settings` that create-post checks against, and the tools that list possible values.',
  answer: {
    status: 200,
    description: 'Rules, length, settings, tools',
    schema: {
      type: 'object',
      required: ['output'],
      additionalProperties: false,
      properties: {
        output: {
          type: 'object',
          required: ['rules', 'maxLength', 'settings', 'tools'],
          additionalProperties: false,
          properties: {
            rules: { type: 'string', description: 'For people' },
            maxLength: {
              type: 'integer',
              minimum: 0,
              description: 'Of a text, counted as the network counts',
            },
            settings: {
              type: ['object', 'string'],
              description: 'A JSON Schema (draft 2020-12), or "No additional settings required"',
            },
            tools: { type: 'array', items: component('Tool') },
          },
        },
      },
    },
  },
  errors: ['integration_not_found', 'foreign_resource'],
} as const satisfies Operation;
