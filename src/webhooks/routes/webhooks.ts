import type { Context } from '../../platform/context.ts';
import type { Operation } from '../../http/operation.ts';
import { listOf, record } from '../../http/shapes.ts';
import type { AppContext } from '../../http/types.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { listWebhooks, readWebhook } from '../deliveries.ts';
import { changeWebhook, createWebhook, deleteWebhook, rotateWebhookSecret } from '../webhooks.ts';
import {
  createWebhookBody,
  deleted,
  madeWebhook,
  rotated,
  updateWebhookBody,
  webhookShape,
} from './webhook-shapes.ts';

const common = { tag: 'Webhooks', access: 'caller', role: 'admin' } as const;
const notFound = ['webhook_not_found', 'foreign_resource'] as const;

export const createWebhookOperation = {
  ...common,
  id: 'createWebhook',
  method: 'post',
  path: '/webhooks',
  summary: 'Make a webhook',
  description:
    'Events are sent to its URL as they happen, signed as [Standard Webhooks](https://www.standardwebhooks.com) has it, at least once each. The secret is only in this answer.',
  body: createWebhookBody,
  answer: { status: 201, description: 'The webhook and its secret', schema: madeWebhook },
  errors: ['quota_exceeded'],
  example: { url: 'https://example.com/hooks/crier', events: ['post.published', 'post.failed'] },
  handler: createHandler,
} as const satisfies Operation;

export const listWebhooksOperation = {
  ...common,
  id: 'listWebhooks',
  method: 'get',
  path: '/webhooks',
  summary: 'List the webhooks of the organisation',
  answer: { status: 200, description: 'The webhooks, newest first', schema: listOf(record(webhookShape)) },
  errors: [],
  handler: listHandler,
} as const satisfies Operation;

export const getWebhookOperation = {
  ...common,
  id: 'getWebhook',
  method: 'get',
  path: '/webhooks/{id}',
  summary: 'Get a webhook',
  answer: { status: 200, description: 'The webhook', schema: record(webhookShape) },
  errors: notFound,
  handler: getHandler,
} as const satisfies Operation;

export const updateWebhookOperation = {
  ...common,
  id: 'updateWebhook',
  method: 'patch',
  path: '/webhooks/{id}',
  summary: 'Change a webhook, or switch it off or on',
  body: updateWebhookBody,
  answer: { status: 200, description: 'The webhook', schema: record(webhookShape) },
  errors: notFound,
  example: { disabled: false },
  handler: updateHandler,
} as const satisfies Operation;

export const deleteWebhookOperation = {
  ...common,
  id: 'deleteWebhook',
  method: 'delete',
  path: '/webhooks/{id}',
  summary: 'Delete a webhook and its log',
  answer: { status: 200, description: 'Nothing more is sent', schema: deleted },
  errors: notFound,
  handler: deleteHandler,
} as const satisfies Operation;

export const rotateWebhookSecretOperation = {
  ...common,
  id: 'rotateWebhookSecret',
  method: 'post',
  path: '/webhooks/{id}/secret',
  summary: 'Replace the secret of a webhook',
  description: 'For 24 hours, requests are signed with the old secret as well.',
  answer: { status: 201, description: 'The new secret', schema: rotated },
  errors: notFound,
  handler: rotateHandler,
} as const satisfies Operation;

const checkCreate = compile(createWebhookBody);
const checkUpdate = compile(updateWebhookBody);

type Handle = (ctx: AppContext) => Promise<void>;

function createHandler(context: Context): Handle {
  return async (ctx) => {
    const { caller, body } = ctx.state;
    const { id, secret } = await createWebhook(context, caller, checkCreate(body));
    ctx.status = 201;
    ctx.body = { ...(await readWebhook(context, caller, id)), secret };
  };
}

function listHandler(context: Context): Handle {
  return async (ctx) => {
    ctx.body = await listWebhooks(context, ctx.state.caller);
  };
}

function getHandler(context: Context): Handle {
  return async (ctx) => {
    ctx.body = await readWebhook(context, ctx.state.caller, idParam(ctx.params.id));
  };
}

function updateHandler(context: Context): Handle {
  return async (ctx) => {
    const { caller, body } = ctx.state;
    const id = idParam(ctx.params.id);
    await changeWebhook(context, caller, { ...checkUpdate(body), id });
    ctx.body = await readWebhook(context, caller, id);
  };
}

function deleteHandler(context: Context): Handle {
  return async (ctx) => {
    await deleteWebhook(context, ctx.state.caller, idParam(ctx.params.id));
    ctx.body = { success: true };
  };
}

function rotateHandler(context: Context): Handle {
  return async (ctx) => {
    ctx.body = { secret: await rotateWebhookSecret(context, ctx.state.caller, idParam(ctx.params.id)) };
    ctx.status = 201;
  };
}
