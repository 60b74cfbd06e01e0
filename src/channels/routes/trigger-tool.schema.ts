import type { Operation } from '../../http/operation.ts';

export const triggerToolBody = {
  type: 'object',
  properties: {
    methodName: { type: 'string', minLength: 1, maxLength: 100, description: 'Name of the tool' },
    data: { type: ['object', 'null'], description: 'What the tool asks for' },
  },
  required: ['methodName'],
} as const;

export const triggerToolOperation = {
  id: 'triggerIntegrationTool',
  method: 'post',
  path: '/integration-trigger/{id}',
  tag: 'Channels',
  access: 'caller',
  summary: 'Ask the network something',
  description:
    'Runs a tool of the channel: the boards of an account, the channels of a server, the categories of a site.',
  body: triggerToolBody,
  answer: {
    status: 201,
    description: 'What the network says',
    schema: { type: 'object', properties: { output: {} }, required: ['output'], additionalProperties: false },
  },
  errors: [
    'integration_not_found',
    'foreign_resource',
    'tool_not_found',
    'channel_unauthorized',
    'network_refused',
    'network_busy',
    'network_failed',
  ],
  example: { methodName: 'channels', data: {} },
} as const satisfies Operation;
