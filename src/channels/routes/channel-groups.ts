import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { personOf } from '../../http/person.ts';
import { compile, idParam } from '../../platform/validation.ts';
import type { Operation } from '../../http/operation.ts';
import { success } from '../../http/shapes.ts';
import {
  createChannelGroup,
  deleteChannelGroup,
  listChannelGroups,
  renameChannelGroup,
} from '../channel-groups.ts';
import { groupBody, groupList, groupShape } from './channel-shapes.ts';

const common = { tag: 'Channels', access: 'caller' } as const;

export const listChannelGroupsOperation = {
  ...common,
  id: 'listChannelGroups',
  method: 'get',
  path: '/channel-groups',
  summary: 'List channel groups with the number of their channels',
  answer: { status: 200, description: 'The groups by name', schema: groupList },
  errors: [],
  handler: listHandler,
} as const satisfies Operation;

export const createChannelGroupOperation = {
  ...common,
  id: 'createChannelGroup',
  method: 'post',
  path: '/channel-groups',
  role: 'admin',
  summary: 'Create a channel group',
  body: groupBody,
  answer: { status: 201, description: 'The group', schema: groupShape },
  errors: ['group_exists'],
  example: { name: 'Cafe Nord' },
  handler: createHandler,
} as const satisfies Operation;

export const renameChannelGroupOperation = {
  ...common,
  id: 'renameChannelGroup',
  method: 'patch',
  path: '/channel-groups/{id}',
  role: 'admin',
  summary: 'Rename a channel group',
  body: groupBody,
  answer: { status: 200, description: 'The group is renamed', schema: success },
  errors: ['group_not_found', 'foreign_resource', 'group_exists'],
  example: { name: 'Cafe Nord' },
  handler: renameHandler,
} as const satisfies Operation;

export const deleteChannelGroupOperation = {
  ...common,
  id: 'deleteChannelGroup',
  method: 'delete',
  path: '/channel-groups/{id}',
  role: 'admin',
  summary: 'Delete a channel group',
  description: 'Its channels stay, without a group.',
  answer: { status: 200, description: 'The group is deleted', schema: success },
  errors: ['group_not_found', 'foreign_resource'],
  handler: deleteHandler,
} as const satisfies Operation;

const checkBody = compile(groupBody);

function listHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = await listChannelGroups(context, ctx.state.caller.organizationId);
  };
}

function createHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = await createChannelGroup(context, personOf(ctx), checkBody(ctx.state.body).name);
    ctx.status = 201;
  };
}

function renameHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { name } = checkBody(ctx.state.body);
    await renameChannelGroup(context, personOf(ctx), { id: idParam(ctx.params.id), name });
    ctx.body = { success: true };
  };
}

function deleteHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    await deleteChannelGroup(context, personOf(ctx), idParam(ctx.params.id));
    ctx.body = { success: true };
  };
}
