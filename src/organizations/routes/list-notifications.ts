import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import { readNotifications } from '../read-notifications.ts';
import { compile } from '../../platform/validation.ts';
import { listNotificationsQuery } from './list-notifications.schema.ts';

const checkQuery = compile(listNotificationsQuery, 'query');

/** GET /notifications */
export function listNotificationsRoute(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { page } = checkQuery({ ...ctx.query });
    ctx.body = await readNotifications(context.database, ctx.state.caller.organizationId, page);
  };
}
