import type { Operation } from '../operation.ts';

const id = (description: string) => ({ type: 'string', format: 'uuid', description }) as const;
const text = (description: string) => ({ type: 'string', description }) as const;
const record = (properties: Readonly<Record<string, unknown>>) => ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false });

const approval = record({
  id: id('The approval'), createdAt: { type: 'string', format: 'date-time', description: 'When the app got its access token' }, lastUsedAt: { type: ['string', 'null'], format: 'date-time', description: 'When the app last used it, to the minute' },
  organization: record({ id: id('For which the app acts'), name: text('Its name') }),
  oauthApp: record({
    id: id('The app'), name: text('What it calls itself'), description: { type: ['string', 'null'] }, clientId: text('Its Client ID'),
    picture: { anyOf: [record({ id: id('The upload'), path: text('Its public address') }), { type: 'null' }] },
  }),
});

export const listApprovedAppsOperation = {
  id: 'listApprovedApps', method: 'get', path: '/user/approved-apps', tag: 'Apps', access: 'caller', role: 'none',
  summary: 'List the apps that you have approved',
  description: 'In all your organisations; only what works now.',
  answer: { status: 200, description: 'The approvals, the newest first', schema: { type: 'array', items: approval } },
  errors: [],
} as const satisfies Operation;

export const revokeApprovalOperation = {
  id: 'revokeApproval', method: 'delete', path: '/user/approved-apps/{id}', tag: 'Apps', access: 'caller', role: 'none',
  summary: 'Take back what you have approved',
  description: 'The access token of the app is dead at its next request.',
  answer: { status: 200, description: 'Done', schema: record({ success: { const: true } }) },
  errors: ['approval_not_found', 'foreign_resource'],
} as const satisfies Operation;
