import type { Context } from '../../platform/context.ts';
import type { Operation } from '../../http/operation.ts';
import type { AppContext } from '../../http/types.ts';
import { parseDate } from '../../platform/parse-date.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { listDeliveries, resendDelivery, resendSince, sendTestEvent } from '../deliveries.ts';
import { deleted, deliveryPage, resent, sent } from './webhook-shapes.ts';

const common = { tag: 'Webhooks', access: 'caller', role: 'admin' } as const;
const notFound = ['webhook_not_found', 'foreign_resource'] as const;
const cannotSend = ['webhook_disabled', 'webhook_backlog_full'] as const;

const listQuery = {
  type: 'object',
  properties: {
    state: {
      type: 'string',
      enum: ['pending', 'delivered', 'failed'],
      description: 'Only deliveries in this state',
    },
    cursor: { type: 'string', maxLength: 255, description: 'nextCursor of the previous page' },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 50, description: 'Deliveries per page' },
  },
} as const;

export const listDeliveriesOperation = {
  ...common,
  id: 'listDeliveries',
  method: 'get',
  path: '/webhooks/{id}/deliveries',
  summary: 'List the deliveries of a webhook',
  description: 'What was sent and what the receiver answered, newest first. They are kept for 30 days.',
  query: listQuery,
  answer: { status: 200, description: 'A page of deliveries', schema: deliveryPage },
  errors: [...notFound, 'invalid_cursor'],
  handler: listHandler,
} as const satisfies Operation;

export const testWebhookOperation = {
  ...common,
  id: 'testWebhook',
  method: 'post',
  path: '/webhooks/{id}/test',
  summary: 'Send a test event',
  description: 'An event of the type `webhook.test`, regardless of the events that the webhook is for.',
  answer: { status: 201, description: 'It is being sent; its delivery says what came of it', schema: sent },
  errors: [...notFound, ...cannotSend],
  handler: testHandler,
} as const satisfies Operation;

export const resendDeliveryOperation = {
  ...common,
  id: 'resendDelivery',
  method: 'post',
  path: '/webhooks/{id}/deliveries/{deliveryId}/resend',
  summary: 'Send a delivery again',
  description: 'With the same `webhook-id`, by which a receiver knows it.',
  answer: { status: 201, description: 'It is being sent', schema: deleted },
  errors: [...notFound, 'delivery_not_found', ...cannotSend],
  handler: resendHandler,
} as const satisfies Operation;

const resendBody = {
  type: 'object',
  properties: {
    since: { type: 'string', maxLength: 64, description: 'ISO 8601: events that happened then or later' },
    which: {
      type: 'string',
      enum: ['failed', 'all'],
      default: 'failed',
      description: 'What has failed, or also what was delivered: for a receiver that has lost what it took',
    },
  },
  required: ['since'],
  additionalProperties: false,
} as const;

export const resendDeliveriesOperation = {
  ...common,
  id: 'resendDeliveries',
  method: 'post',
  path: '/webhooks/{id}/resend',
  summary: 'Send again what has happened since then',
  description:
    'Oldest first, each with the `webhook-id` that it had. At most 100,000 deliveries wait for a webhook: where there are more, `next` is the `since` of the next call.',
  body: resendBody,
  answer: { status: 201, description: 'How many deliveries are sent again', schema: resent },
  errors: [...notFound, ...cannotSend, 'invalid_date'],
  example: { since: '2031-05-04T09:30:00Z', which: 'all' },
  handler: resendSinceHandler,
} as const satisfies Operation;

const checkQuery = compile(listQuery, 'query');
const checkResend = compile(resendBody);

type Handle = (ctx: AppContext) => Promise<void>;

function listHandler(context: Context): Handle {
  return async (ctx) => {
    const { state, cursor, limit = 50 } = checkQuery({ ...ctx.query });
    ctx.body = await listDeliveries(context, ctx.state.caller, {
      id: idParam(ctx.params.id),
      ...(state ? { state } : {}),
      ...(cursor ? { cursor } : {}),
      limit,
    });
  };
}

function testHandler(context: Context): Handle {
  return async (ctx) => {
    ctx.body = { deliveryId: await sendTestEvent(context, ctx.state.caller, idParam(ctx.params.id)) };
    ctx.status = 201;
  };
}

function resendHandler(context: Context): Handle {
  return async (ctx) => {
    const [id, deliveryId] = [idParam(ctx.params.id), idParam(ctx.params.deliveryId)];
    await resendDelivery(context, ctx.state.caller, { id, deliveryId });
    ctx.body = { success: true };
    ctx.status = 201;
  };
}

function resendSinceHandler(context: Context): Handle {
  return async (ctx) => {
    const { since: from, which = 'failed' } = checkResend(ctx.state.body);
    const since = parseDate(from, 'since');
    const id = idParam(ctx.params.id);
    ctx.body = await resendSince(context, ctx.state.caller, { id, since, which });
    ctx.status = 201;
  };
}
