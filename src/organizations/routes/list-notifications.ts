import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { readNotifications } from '../read-notifications.ts';
import { compile } from '../../platform/validation.ts';
import { component } from '../../http/openapi/components.ts';
import type { Operation } from '../../http/operation.ts';

export const listNotificationsQuery = {
  type: 'object',
  properties: {
    page: {
      type: 'integer',
      minimum: 0,
      maximum: 1_000_000,
      default: 0,
      description: 'Page number, starting at 0',
    },
  },
} as const;

export const listNotificationsOperation = {
  id: 'listNotifications',
  method: 'get',
  path: '/notifications',
  tag: 'Organisation',
  access: 'caller',
  summary: 'List notifications',
  query: listNotificationsQuery,
  answer: {
    status: 200,
    description: 'One page, newest first',
    schema: {
      type: 'object',
      required: ['notifications', 'total', 'page', 'limit', 'hasMore'],
      additionalProperties: false,
      properties: {
        notifications: { type: 'array', items: component('Notification') },
        total: { type: 'integer' },
        page: { type: 'integer' },
        limit: { type: 'integer' },
        hasMore: { type: 'boolean' },
      },
    },
  },
  errors: [],
  handler: listNotificationsHandler,
} as const satisfies Operation;

const checkQuery = compile(listNotificationsQuery, 'query');

function listNotificationsHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { page } = checkQuery({ ...ctx.query });
    ctx.body = await readNotifications(context.database, ctx.state.caller.organizationId, page);
  };
}
