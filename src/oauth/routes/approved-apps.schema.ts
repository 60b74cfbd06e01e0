import { pictureSchema } from './app.schema.ts';
import type { Operation } from '../../http/operation.ts';
import { id, instant, instantOrNull, listOf, record, success, text, textOrNull } from '../../http/shapes.ts';

const approval = record({
  id: id('The approval'),
  createdAt: instant('When the app got its access token'),
  lastUsedAt: instantOrNull('When the app last used it, to the minute'),
  organization: record({ id: id('For which the app acts'), name: text('Its name') }),
  oauthApp: record({
    id: id('The app'),
    name: text('What it calls itself'),
    description: textOrNull('What it does'),
    clientId: text('Its Client ID'),
    picture: pictureSchema,
  }),
});

export const listApprovedAppsOperation = {
  id: 'listApprovedApps',
  method: 'get',
  path: '/user/approved-apps',
  tag: 'Apps',
  access: 'caller',
  role: 'none',
  summary: 'List the apps that you have approved',
  description: 'In all your organisations; only what works now.',
  answer: { status: 200, description: 'The approvals, the newest first', schema: listOf(approval) },
  errors: [],
} as const satisfies Operation;

export const revokeApprovalOperation = {
  id: 'revokeApproval',
  method: 'delete',
  path: '/user/approved-apps/{id}',
  tag: 'Apps',
  access: 'caller',
  role: 'none',
  summary: 'Take back what you have approved',
  description: 'The access token of the app is dead at its next request.',
  answer: { status: 200, description: 'Done', schema: success },
  errors: ['approval_not_found', 'foreign_resource'],
} as const satisfies Operation;
