import type { JSONSchema } from 'json-schema-to-ts';
import { v7 as uuidv7 } from 'uuid';
import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import type { Operation } from '../../http/operation.ts';
import { personOf } from '../../http/person.ts';
import {
  count,
  flag,
  id,
  instant,
  instantOrNull,
  listOf,
  orNull,
  record,
  success,
  text,
  textOrNull,
} from '../../http/shapes.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { documentSchema, type Document } from '../document.ts';
import { presentComposition, presentListed } from '../present-composition.ts';
import { listCompositions, readComposition, readSentPosts } from '../read-compositions.ts';
import { createComposition, deleteComposition, saveComposition } from '../save-composition.ts';

const nullableCount = (description: string) => orNull(count(description));
const composition = record({
  id: id('The draft'),
  document: documentSchema,
  revision: { type: 'integer', minimum: 1, description: 'Rises with each save' },
  createdAt: instant('When it was begun'),
  updatedAt: instant('When it was last saved'),
  updatedBy: orNull(
    record({ id: id('The person'), name: text('Their name') }),
    'Who saved it last; null if the person is gone',
  ),
  media: listOf(
    record({
      id: id('The upload'),
      name: text('File name'),
      path: text('Public URL'),
      type: text('Media type'),
      size: count('Bytes'),
      width: nullableCount('Pixels'),
      height: nullableCount('Pixels'),
      durationMs: nullableCount('Milliseconds; videos only'),
      pages: nullableCount('Pages; PDF only'),
    }),
  ),
});

export const listCompositionsQuery = {
  type: 'object',
  properties: {
    page: {
      type: 'integer',
      minimum: 0,
      maximum: 1_000_000,
      default: 0,
      description: 'Page number, starting at 0',
    },
    search: { type: 'string', maxLength: 200, description: 'Words that stand in one of its texts' },
    edits: { type: 'string', format: 'uuid', description: 'A post: only changes of it that you began' },
  },
  additionalProperties: false,
} as const;

export const listCompositionsOperation = {
  id: 'listCompositions',
  method: 'get',
  path: '/compositions',
  tag: 'Posts',
  access: 'caller',
  summary: 'List the drafts of the composer',
  description: 'Fifty at a time, the one that was saved last first.',
  query: listCompositionsQuery,
  answer: {
    status: 200,
    description: 'One page',
    schema: record({
      compositions: listOf(
        record({
          id: id('The draft'),
          firstLine: text('Its first line; empty while nothing is written'),
          channels: listOf(id('A channel')),
          when: documentSchema.properties.when,
          edits: orNull(id('A post'), 'The post that it changes once it is saved; null for a new post'),
          updatedAt: instant('When it was last saved'),
          updatedBy: textOrNull('Name of the person who saved it last'),
          thumbnail: orNull(
            record({ path: text('URL'), alt: textOrNull('Alternative text') }),
            'Its first file; null without one, or if it was deleted',
          ),
          media: count('Files of the first part'),
        }),
      ),
      hasMore: flag('Whether there is another page'),
    }),
  },
  errors: [],
  handler: listCompositionsHandler,
} as const satisfies Operation;

export const createCompositionBody = {
  type: 'object',
  properties: {
    id: {
      type: 'string',
      format: 'uuid',
      description: 'Chosen by the client, so that a repeated request does not begin a second draft',
    },
    document: documentSchema,
  },
  required: ['document'],
  additionalProperties: false,
} as const;

const EXAMPLE = {
  channels: ['019a9c6e-8f0a-7c3e-9d57-2b1f6a4e8c21'],
  parts: [{ id: 'a', text: 'Spring menu', media: [], delaySeconds: 0 }],
  variations: {},
  settings: {},
  tags: ['spring'],
  when: { kind: 'at', date: '2031-05-04T09:30:00Z' },
};

export const createCompositionOperation = {
  id: 'createComposition',
  whileElsewhere: 'allowed',
  method: 'post',
  path: '/compositions',
  tag: 'Posts',
  access: 'caller',
  summary: 'Begin a draft in the composer',
  description:
    'A draft of the composer is no post until it is scheduled. Every member may read and change it.',
  body: createCompositionBody,
  answer: { status: 201, description: 'The draft', schema: composition },
  errors: ['foreign_resource', 'media_not_stored'],
  example: { document: EXAMPLE },
  handler: createCompositionHandler,
} as const satisfies Operation;

export const getCompositionOperation = {
  id: 'getComposition',
  method: 'get',
  path: '/compositions/{id}',
  tag: 'Posts',
  access: 'caller',
  summary: 'Get a draft of the composer',
  answer: { status: 200, description: 'The draft, with the uploads that it names', schema: composition },
  errors: ['composition_not_found', 'foreign_resource'],
  handler: getCompositionHandler,
} as const satisfies Operation;

export const getSentPostsOperation = {
  id: 'getSentPosts',
  method: 'get',
  path: '/compositions/{id}/posts',
  tag: 'Posts',
  access: 'caller',
  summary: 'Get the posts that a draft has become',
  description:
    'For a day, by the Idempotency-Key `composition-ID` under which they were created. So a client whose answer was lost learns what happened to its draft, also after the draft is gone.',
  answer: {
    status: 200,
    description: 'The posts; none while the draft was not sent',
    schema: record({
      posts: listOf(record({ postId: id('The post'), integration: id('Its channel') })),
      date: instantOrNull('When they are due; null without posts'),
    }),
  },
  errors: ['composition_not_found', 'foreign_resource'],
  handler: getSentPostsHandler,
} as const satisfies Operation;

export const saveCompositionBody = {
  type: 'object',
  properties: {
    document: documentSchema,
    revision: {
      type: 'integer',
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'The revision that was read',
    },
  },
  required: ['document', 'revision'],
  additionalProperties: false,
} as const;

export const saveCompositionOperation = {
  id: 'saveComposition',
  whileElsewhere: 'allowed',
  method: 'put',
  path: '/compositions/{id}',
  tag: 'Posts',
  access: 'caller',
  summary: 'Save a draft of the composer',
  description: 'Nothing happens if a person has saved it since: the message says who and when.',
  body: saveCompositionBody,
  answer: { status: 200, description: 'The draft', schema: composition },
  errors: ['composition_not_found', 'composition_changed', 'foreign_resource', 'media_not_stored'],
  example: { document: EXAMPLE, revision: 3 },
  handler: saveCompositionHandler,
} as const satisfies Operation;

export const deleteCompositionOperation = {
  id: 'deleteComposition',
  whileElsewhere: 'allowed',
  method: 'delete',
  path: '/compositions/{id}',
  tag: 'Posts',
  access: 'caller',
  summary: 'Delete a draft of the composer',
  description: 'Its uploads stay in the library.',
  answer: { status: 200, description: 'It is gone', schema: success },
  errors: ['composition_not_found', 'foreign_resource'],
  handler: deleteCompositionHandler,
} as const satisfies Operation;

const checkQuery = compile(listCompositionsQuery, 'query');
// The types of the schema would be too large: `Document` is written by hand.
const checkCreate = compile<JSONSchema>(createCompositionBody) as (body: unknown) => {
  id?: string;
  document: Document;
};
const checkSave = compile<JSONSchema>(saveCompositionBody) as (body: unknown) => {
  document: Document;
  revision: number;
};

function listCompositionsHandler({ database, storage }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { page, search = '', edits } = checkQuery({ ...ctx.query });
    const { organizationId, userId } = personOf(ctx);
    const { rows, hasMore } = await listCompositions(database, organizationId, {
      page,
      search,
      ...(edits && { editsOf: { post: edits.toLowerCase(), by: userId } }),
    });
    ctx.body = { compositions: rows.map((row) => presentListed(storage, row)), hasMore };
  };
}

function createCompositionHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId, userId } = personOf(ctx);
    const { id: chosen, document } = checkCreate(ctx.state.body);
    const ref = { id: chosen?.toLowerCase() ?? uuidv7(), organizationId, userId };
    ctx.body = await presentComposition(context, await createComposition(context.database, ref, document));
    ctx.status = 201;
  };
}

function getCompositionHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId } = ctx.state.caller;
    const row = await readComposition(context.database, { id: idParam(ctx.params.id), organizationId });
    ctx.body = await presentComposition(context, row);
  };
}

function getSentPostsHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId } = ctx.state.caller;
    ctx.body = await readSentPosts(database, { id: idParam(ctx.params.id), organizationId });
  };
}

function saveCompositionHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId, userId } = personOf(ctx);
    const ref = { id: idParam(ctx.params.id), organizationId, userId };
    const saved = await saveComposition(context.database, ref, checkSave(ctx.state.body));
    ctx.body = await presentComposition(context, saved);
  };
}

function deleteCompositionHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId } = ctx.state.caller;
    await deleteComposition(database, { id: idParam(ctx.params.id), organizationId });
    ctx.body = { success: true };
  };
}
