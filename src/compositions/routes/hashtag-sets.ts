import type { AppContext } from '../../http/types.ts';
import type { Operation } from '../../http/operation.ts';
import { id, listOf, record, success, text } from '../../http/shapes.ts';
import type { Context } from '../../platform/context.ts';
import { compile, idParam } from '../../platform/validation.ts';
import {
  MAX_SET_NAME,
  changeHashtagSet,
  createHashtagSet,
  deleteHashtagSet,
  listHashtagSets,
  tagsSchema,
} from '../hashtag-sets.ts';

const fields = {
  name: { type: 'string', minLength: 1, maxLength: MAX_SET_NAME, description: 'Its name' },
  tags: tagsSchema,
} as const;
const set = record({ id: id('The set'), name: text('Its name'), tags: listOf(text('A hashtag, without #')) });
const common = { tag: 'Posts', access: 'caller', whileElsewhere: 'allowed' } as const;

export const listHashtagSetsOperation = {
  ...common,
  id: 'listHashtagSets',
  method: 'get',
  path: '/hashtag-sets',
  summary: 'List hashtag sets',
  answer: { status: 200, description: 'All of the organisation, by name', schema: listOf(set) },
  errors: [],
  handler: listHandler,
} as const satisfies Operation;

const createBody = {
  type: 'object',
  properties: fields,
  required: ['name', 'tags'],
  additionalProperties: false,
} as const;

export const createHashtagSetOperation = {
  ...common,
  id: 'createHashtagSet',
  method: 'post',
  path: '/hashtag-sets',
  summary: 'Create a hashtag set',
  description: 'The composer writes its hashtags into a text. An organisation can have 100.',
  body: createBody,
  answer: { status: 201, description: 'The set', schema: set },
  errors: [],
  example: { name: 'Bakery', tags: ['bread', 'cake'] },
  handler: createHandler,
} as const satisfies Operation;

const changeBody = { type: 'object', properties: fields, additionalProperties: false } as const;

export const changeHashtagSetOperation = {
  ...common,
  id: 'changeHashtagSet',
  method: 'patch',
  path: '/hashtag-sets/{id}',
  summary: 'Change a hashtag set',
  description: 'What is left out stays.',
  body: changeBody,
  answer: { status: 200, description: 'The set', schema: set },
  errors: ['hashtag_set_not_found', 'foreign_resource'],
  example: { tags: ['bread', 'cake', 'rolls'] },
  handler: changeHandler,
} as const satisfies Operation;

export const deleteHashtagSetOperation = {
  ...common,
  id: 'deleteHashtagSet',
  method: 'delete',
  path: '/hashtag-sets/{id}',
  summary: 'Delete a hashtag set',
  answer: { status: 200, description: 'It is gone; texts keep their hashtags', schema: success },
  errors: ['hashtag_set_not_found', 'foreign_resource'],
  handler: deleteHandler,
} as const satisfies Operation;

const checkCreate = compile(createBody);
const checkChange = compile(changeBody);

function listHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = await listHashtagSets(context, ctx.state.caller.organizationId);
  };
}

function createHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = await createHashtagSet(context, ctx.state.caller, checkCreate(ctx.state.body));
    ctx.status = 201;
  };
}

function changeHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const change = { id: idParam(ctx.params.id), ...checkChange(ctx.state.body) };
    ctx.body = await changeHashtagSet(context, ctx.state.caller.organizationId, change);
  };
}

function deleteHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    await deleteHashtagSet(context, ctx.state.caller.organizationId, idParam(ctx.params.id));
    ctx.body = { success: true };
  };
}
