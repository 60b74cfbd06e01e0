import { v7 as uuidv7 } from 'uuid';
import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../context.ts';
import type { Operation } from '../../http/operation.ts';
import { personOf } from '../../http/person.ts';
import { id, instant, listOf, record, success, text } from '../../http/shapes.ts';
import { MAX_NAME, cleanName } from '../../platform/clean-input.ts';
import type { Statement } from '../../platform/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { compile, idParam } from '../../platform/validation.ts';

const kind = {
  type: 'string',
  enum: ['template', 'signature'],
  description: 'A template begins a draft; a signature is put at the end of a text',
} as const;
const parts = {
  type: 'array',
  minItems: 1,
  maxItems: 25,
  items: { type: 'string', maxLength: 20_000 },
  description: 'The text of each part of the thread; a signature has one',
} as const;
const snippet = record({
  id: id('The snippet'),
  kind,
  name: text('Its name'),
  parts,
  createdAt: instant('When it was saved'),
});

export const listSnippetsOperation = {
  id: 'listSnippets',
  method: 'get',
  path: '/snippets',
  tag: 'Posts',
  access: 'caller',
  summary: 'List templates and signatures',
  answer: { status: 200, description: 'All of the organisation, by name', schema: listOf(snippet) },
  errors: [],
  handler: listSnippetsHandler,
} as const satisfies Operation;

export const createSnippetBody = {
  type: 'object',
  properties: {
    kind,
    name: { type: 'string', minLength: 1, maxLength: MAX_NAME, description: 'Its name' },
    parts,
  },
  required: ['kind', 'name', 'parts'],
  additionalProperties: false,
} as const;

export const createSnippetOperation = {
  id: 'createSnippet',
  whileOnV1: 'allowed',
  method: 'post',
  path: '/snippets',
  tag: 'Posts',
  access: 'caller',
  summary: 'Save a template or a signature',
  body: createSnippetBody,
  answer: { status: 201, description: 'The snippet', schema: snippet },
  errors: [],
  example: { kind: 'signature', name: 'Opening hours', parts: ['Open daily from 9 to 18'] },
  handler: createSnippetHandler,
} as const satisfies Operation;

export const deleteSnippetOperation = {
  id: 'deleteSnippet',
  whileOnV1: 'allowed',
  method: 'delete',
  path: '/snippets/{id}',
  tag: 'Posts',
  access: 'caller',
  summary: 'Delete a template or a signature',
  answer: { status: 200, description: 'It is gone; texts that were made with it stay', schema: success },
  errors: ['snippet_not_found', 'foreign_resource'],
  handler: deleteSnippetHandler,
} as const satisfies Operation;

interface SnippetRow {
  readonly id: string;
  readonly organization: string;
  readonly kind: string;
  readonly name: string;
  readonly parts: readonly string[];
  readonly createdMs: number;
}

const COLUMNS =
  'id, organization_id as organization, kind, name, parts, (extract(epoch from created_at) * 1000)::float8 as "createdMs"';
const LIST: Statement = {
  name: 'snippets-list',
  text: `select ${COLUMNS} from snippet where organization_id = $1 order by lower(name), id limit 1000`,
};
const INSERT: Statement = {
  name: 'snippets-insert',
  text: `insert into snippet (id, organization_id, kind, name, parts, created_by)
    values ($1, $2, $3, $4, $5::jsonb, $6) returning ${COLUMNS}`,
};
const ONE: Statement = {
  name: 'snippets-one',
  text: 'select organization_id as organization from snippet where id = $1',
};
const DELETE: Statement = {
  name: 'snippets-delete',
  text: 'delete from snippet where id = $1 and organization_id = $2',
};

const checkBody = compile(createSnippetBody);
const present = ({ organization: _, createdMs, ...row }: SnippetRow) => ({
  ...row,
  createdAt: new Date(createdMs).toISOString(),
});

function listSnippetsHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = (await database.query<SnippetRow>(LIST, [ctx.state.caller.organizationId])).map(present);
  };
}

function createSnippetHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId, userId } = personOf(ctx);
    const { kind: given, name, parts: texts } = checkBody(ctx.state.body);
    if (given === 'signature' && texts.length > 1) {
      const message = 'has more than one text; a signature has one';
      throw new ApiError('invalid_request', { issues: [{ path: 'parts', message }] });
    }
    const values = [uuidv7(), organizationId, given, cleanName(name, { max: MAX_NAME })];
    const rows = await database.query<SnippetRow>(INSERT, [...values, JSON.stringify(texts), userId]);
    ctx.body = rows.map(present)[0];
    ctx.status = 201;
  };
}

function deleteSnippetHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { organizationId } = ctx.state.caller;
    const snippetId = idParam(ctx.params.id);
    const [row] = await database.query<{ organization: string }>(ONE, [snippetId]);
    if (!row) throw new ApiError('snippet_not_found', { message: `No snippet has the id ${snippetId}` });
    if (row.organization !== organizationId) {
      throw new ApiError('foreign_resource', {
        message: `The snippet ${snippetId} belongs to another organisation`,
      });
    }
    await database.query(DELETE, [snippetId, organizationId]);
    ctx.body = { success: true };
  };
}
