/** The apps that a person has approved: their own only, with any role. */
import { readApprovals } from '../read-apps.ts';
import { revokeApproval } from '../revoke-tokens.ts';
import { personOf } from '../../http/person.ts';
import { presentApproval } from '../present-oauth-app.ts';
import { idParam } from '../../platform/validation.ts';
import type { Context } from '../../platform/context.ts';
import type { Operation } from '../../http/operation.ts';
import type { AppContext } from '../../http/types.ts';
import { pictureSchema } from './app-shapes.ts';
import { id, instant, instantOrNull, listOf, record, success, text, textOrNull } from '../../http/shapes.ts';

const approval = record({
  id: id('The approval'),
  createdAt: instant('When the app got its access token'),
  lastUsedAt: instantOrNull('When the app last used it, accurate to the minute'),
  organization: record({ id: id('The organisation the app acts for'), name: text('Its name') }),
  oauthApp: record({
    id: id('The app'),
    name: text("The app's name"),
    description: textOrNull('What the app does'),
    clientId: text("The app's client ID"),
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
  summary: 'List the apps you have approved',
  description: 'In all your organisations; active approvals only.',
  answer: { status: 200, description: 'The approvals, newest first', schema: listOf(approval) },
  errors: [],
  handler: listApprovedAppsHandler,
} as const satisfies Operation;

export const revokeApprovalOperation = {
  id: 'revokeApproval',
  method: 'delete',
  path: '/user/approved-apps/{id}',
  tag: 'Apps',
  access: 'caller',
  role: 'none',
  summary: 'Revoke an approval',
  description: "The app's access token stops working at once.",
  answer: { status: 200, description: 'Done', schema: success },
  errors: ['approval_not_found', 'foreign_resource'],
  handler: revokeApprovalHandler,
} as const satisfies Operation;

/** In all organisations of the person. */
function listApprovedAppsHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const approvals = await readApprovals(context, personOf(ctx).userId);
    ctx.body = await Promise.all(approvals.map((approval) => presentApproval(context.storage, approval)));
  };
}

/** The handler for the person who approved, with any role. */
function revokeApprovalHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    await revokeApproval(context, { userId: personOf(ctx).userId, approvalId: idParam(ctx.params.id) });
    ctx.body = { success: true };
  };
}
