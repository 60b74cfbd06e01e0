import { count, listOf, record, text } from '../../http/shapes.ts';
import type { Operation } from '../../http/operation.ts';
import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { changeTags, cleanTags, listTags, tagsSchema } from '../media-tags.ts';

/** Files that one request changes. */
const MAX_FILES = 100;

export const listMediaTagsOperation = {
  id: 'listMediaTags',
  method: 'get',
  path: '/media/tags',
  tag: 'Media',
  access: 'caller',
  summary: 'List the tags of the media library',
  description: 'Those that a file has, by name.',
  answer: { status: 200, description: 'All tags', schema: record({ tags: listOf(text('A tag')) }) },
  errors: [],
  handler: listMediaTagsHandler,
} as const satisfies Operation;

export const changeMediaTagsBody = {
  type: 'object',
  properties: {
    ids: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_FILES,
      uniqueItems: true,
      items: { type: 'string', format: 'uuid' },
      description: 'The files',
    },
    add: { ...tagsSchema, default: [], description: 'Tags that all of them get' },
    remove: { ...tagsSchema, default: [], description: 'Tags that none of them keeps' },
  },
  required: ['ids'],
  additionalProperties: false,
} as const;

export const changeMediaTagsOperation = {
  id: 'changeMediaTags',
  method: 'post',
  path: '/media/tags',
  tag: 'Media',
  access: 'caller',
  summary: 'Change the tags of several files at once',
  description: 'All files are changed, or none.',
  body: changeMediaTagsBody,
  answer: { status: 201, description: 'The files are changed', schema: record({ changed: count('Files') }) },
  errors: ['media_not_found', 'foreign_resource'],
  example: { ids: ['019a9c6e-8f0a-7c3e-9d57-2b1f6a4e8c21'], add: ['Spring menu'], remove: [] },
  handler: changeMediaTagsHandler,
} as const satisfies Operation;

const checkBody = compile(changeMediaTagsBody);

function listMediaTagsHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = { tags: await listTags(database, ctx.state.caller.organizationId) };
  };
}

function changeMediaTagsHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { ids, add, remove } = checkBody(ctx.state.body);
    const files = [...new Set(ids.map((id) => idParam(id)))];
    await changeTags(database, ctx.state.caller.organizationId, {
      ids: files,
      add: cleanTags(add, 'add'),
      remove,
    });
    ctx.status = 201;
    ctx.body = { changed: files.length };
  };
}
