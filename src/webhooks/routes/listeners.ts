import type { Context } from '../../platform/context.ts';
import type { Operation } from '../../http/operation.ts';
import { id, listOf, record, success } from '../../http/shapes.ts';
import type { AppContext } from '../../http/types.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { createListener, deleteListener, takeEvents } from '../listeners.ts';
import { filterFields } from './webhook-shapes.ts';

const common = { tag: 'Webhooks', access: 'caller', role: 'admin' } as const;
const notFound = ['listener_not_found', 'foreign_resource'] as const;

const createBody = { type: 'object', properties: filterFields, additionalProperties: false } as const;

export const createListenerOperation = {
  ...common,
  id: 'createListener',
  method: 'post',
  path: '/webhook-listeners',
  summary: 'Listen to events without a public URL',
  description:
    'From now on, events are kept for the program that fetches them, as `npm run crier -- webhooks listen` does. A listener that has asked for nothing for ten minutes is deleted.',
  body: createBody,
  answer: { status: 201, description: 'The listener', schema: record({ id: id('The listener') }) },
  errors: ['quota_exceeded'],
  example: { events: ['post.published', 'post.failed'] },
  handler: createHandler,
} as const satisfies Operation;

const takeBody = {
  type: 'object',
  properties: {
    taken: {
      type: 'array',
      items: { type: 'string', format: 'uuid' },
      maxItems: 100,
      description: 'Ids of the events that were taken, and are not wanted again',
    },
  },
  additionalProperties: false,
} as const;

export const takeEventsOperation = {
  ...common,
  id: 'takeEvents',
  method: 'post',
  path: '/webhook-listeners/{id}/events',
  summary: 'Fetch the next events of a listener',
  description:
    'At most ten, oldest first, each as it would be sent to a webhook. The same ones come again until they are `taken`, so that none is lost with an answer.',
  body: takeBody,
  answer: {
    status: 201,
    description: 'The next events',
    schema: record({
      events: listOf({ type: 'object', description: 'One of those in the `webhooks` part of this document' }),
    }),
  },
  errors: notFound,
  example: { taken: [] },
  handler: takeHandler,
} as const satisfies Operation;

export const deleteListenerOperation = {
  ...common,
  id: 'deleteListener',
  method: 'delete',
  path: '/webhook-listeners/{id}',
  summary: 'Stop listening',
  answer: { status: 200, description: 'Nothing more is kept', schema: success },
  errors: notFound,
  handler: deleteHandler,
} as const satisfies Operation;

const checkCreate = compile(createBody);
const checkTake = compile(takeBody);

type Handle = (ctx: AppContext) => Promise<void>;

function createHandler(context: Context): Handle {
  return async (ctx) => {
    const { caller, body } = ctx.state;
    ctx.body = { id: await createListener(context, caller, checkCreate(body)) };
    ctx.status = 201;
  };
}

function takeHandler(context: Context): Handle {
  return async (ctx) => {
    const { caller, body } = ctx.state;
    const { taken = [] } = checkTake(body);
    ctx.body = { events: await takeEvents(context, caller, { id: idParam(ctx.params.id), taken }) };
    ctx.status = 201;
  };
}

function deleteHandler(context: Context): Handle {
  return async (ctx) => {
    await deleteListener(context, ctx.state.caller, idParam(ctx.params.id));
    ctx.body = { success: true };
  };
}
