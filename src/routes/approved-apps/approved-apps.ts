/** What a person has approved: their own only, whatever their role. */
import { readApprovals } from '../../oauth/read-apps.ts';
import { revokeApproval } from '../../oauth/revoke-tokens.ts';
import { personOf } from '../../policies/member.ts';
import { presentApproval } from '../../presenters/oauth-app.ts';
import { idParam } from '../../validation.ts';
import type { Handler } from '../operation.ts';

export const listApprovedAppsRoute: Handler = (context) => async (ctx) => {
  const approvals = await readApprovals(context, personOf(ctx).userId);
  ctx.body = await Promise.all(approvals.map((approval) => presentApproval(context.storage, approval)));
};

export const revokeApprovalRoute: Handler = (context) => async (ctx) => {
  await revokeApproval(context, { userId: personOf(ctx).userId, approvalId: idParam(ctx.params.id) });
  ctx.body = { success: true };
};
