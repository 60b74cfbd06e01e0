/** What a person has approved: their own only, whatever their role. */
import { readApprovals } from '../read-apps.ts';
import { revokeApproval } from '../revoke-tokens.ts';
import { personOf } from '../../http/person.ts';
import { presentApproval } from '../present-oauth-app.ts';
import { idParam } from '../../platform/validation.ts';
import type { Handler } from '../../http/operation.ts';

/** GET /user/approved-apps: in all organisations of the person. */
export const listApprovedAppsRoute: Handler = (context) => async (ctx) => {
  const approvals = await readApprovals(context, personOf(ctx).userId);
  ctx.body = await Promise.all(approvals.map((approval) => presentApproval(context.storage, approval)));
};

/** DELETE /user/approved-apps/{id}: of the person who approved, whatever their role. */
export const revokeApprovalRoute: Handler = (context) => async (ctx) => {
  await revokeApproval(context, { userId: personOf(ctx).userId, approvalId: idParam(ctx.params.id) });
  ctx.body = { success: true };
};
