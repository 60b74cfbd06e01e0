import type { Context } from '../../platform/context.ts';
import {
  flag,
  id,
  instantOrNull,
  listOf,
  orNull,
  params,
  record,
  text,
  textOrNull,
} from '../../http/shapes.ts';
import type { Operation } from '../../http/operation.ts';
import type { AppContext } from '../../http/types.ts';
import { compile } from '../../platform/validation.ts';
import { COLUMN_NAMES } from './columns.ts';
import { planTable } from './plan-table.ts';

/** Rows of one request: they are checked like new posts. */
export const ROWS_AT_ONCE = 50;

const planTableBody = {
  type: 'object',
  properties: {
    names: { type: 'array', maxItems: 200, items: { type: 'string', maxLength: 1000 } },
    columns: {
      type: 'array',
      maxItems: 200,
      items: { enum: [...COLUMN_NAMES, null] },
      description: 'What stands in each column',
    },
    rows: {
      type: 'array',
      minItems: 1,
      maxItems: ROWS_AT_ONCE,
      items: {
        type: 'object',
        properties: {
          line: { type: 'integer', minimum: 1 },
          cells: { type: 'array', maxItems: 1000, items: { type: 'string', maxLength: 200_000 } },
        },
        required: ['line', 'cells'],
        additionalProperties: false,
      },
    },
    channel: { type: 'string', maxLength: 36, description: 'The channel of rows that name none' },
    dateOrder: { type: 'string', enum: ['day-first', 'month-first'] },
    draft: { type: 'boolean', description: 'Whether all become drafts' },
  },
  required: ['names', 'columns', 'rows'],
  additionalProperties: false,
} as const;

const issue = record({
  column: textOrNull('What the column has, or its name; null = the row as a whole'),
  code: text('Names the sentence. It is stable; the message may change'),
  message: text('What is wrong'),
});

export const planTableOperation = {
  id: 'planTable',
  whileElsewhere: 'allowed',
  method: 'post',
  path: '/tables/plan',
  tag: 'Posts',
  access: 'caller',
  summary: 'Check rows of a table of posts',
  description: 'What each row becomes, and everything that is wrong with it. Nothing is stored.',
  body: planTableBody,
  answer: {
    status: 201,
    description: 'The rows in their order',
    schema: listOf(
      record({
        line: { type: 'integer', minimum: 1, description: 'Where it begins in the file' },
        issues: listOf({ ...issue, properties: { ...(issue.properties as object), params } }),
        key: text(
          'The same for the same post: its group, and the start of its Idempotency-Key; empty where it has issues',
        ),
        known: flag('Whether posts of this row are there already'),
        posts: listOf(id('One of them that waits')),
        date: instantOrNull('When it is published'),
        channels: listOf(record({ id: id('The channel'), name: text('Its name') })),
        media: listOf(text('URL of a file')),
        alt: listOf(text('Alternative text of a file, in their order')),
        body: orNull({ type: 'object' }, 'The body of POST /posts, still without its files'),
      }),
    ),
  },
  errors: [],
  handler: planTableHandler,
} as const satisfies Operation;

const checkBody = compile(planTableBody);

function planTableHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    ctx.body = await planTable(context, ctx.state.caller.organizationId, checkBody(ctx.state.body));
    ctx.status = 201;
  };
}
