import type { Context } from '../../platform/context.ts';
import { listOf, orNull, record, text, textOrNull } from '../../http/shapes.ts';
import type { Operation } from '../../http/operation.ts';
import type { AppContext } from '../../http/types.ts';
import { ApiError } from '../../platform/errors.ts';
import { sentence } from '../../platform/sentences.ts';
import { compile } from '../../platform/validation.ts';
import { COLUMN_NAMES, columnsOf } from './columns.ts';
import { joinTime, provenOrder } from './read-date.ts';
import { readLines, readSheet, type Sheet } from './read-lines.ts';
import { TableError } from './table-error.ts';

/** What the page of the web app shows at once; the command line takes more. */
export const MAX_ROWS = 1000;
/** Base64 of 2 MB. */
const MAX_CONTENT = 2_800_000;

const readTableBody = {
  type: 'object',
  properties: {
    content: { type: 'string', maxLength: MAX_CONTENT, description: 'The bytes of the file in Base64' },
    encoding: { type: 'string', maxLength: 60, description: 'Its encoding; default: as it is recognised' },
  },
  required: ['content'],
  additionalProperties: false,
} as const;

export const columnShape = orNull(
  { enum: [...COLUMN_NAMES] },
  'What stands in a column; null = nothing that a post has',
);

export const readTableOperation = {
  id: 'readTable',
  whileElsewhere: 'allowed',
  method: 'post',
  path: '/tables/read',
  tag: 'Posts',
  access: 'caller',
  summary: 'Read a table of posts',
  description: `A CSV file as office programs and other tools write it, with up to ${MAX_ROWS} posts. Nothing is stored.`,
  body: readTableBody,
  answer: {
    status: 201,
    description: 'Its rows, and which column is which by their names',
    schema: record({
      encoding: textOrNull('The encoding, where it was guessed'),
      names: listOf(text('Name of a column')),
      columns: listOf(columnShape),
      dateOrder: orNull(
        { enum: ['day-first', 'month-first'] },
        'What comes first in dates such as 04/05/2031, where some of them show it',
      ),
      rows: listOf(
        record({
          line: { type: 'integer', minimum: 1, description: 'Where it begins in the file' },
          cells: listOf(text('A value')),
        }),
      ),
    }),
  },
  errors: [],
  handler: readTableHandler,
} as const satisfies Operation;

const checkBody = compile(readTableBody);

function readTableHandler(_: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { content, encoding } = checkBody(ctx.state.body);
    const { names, rows, encoding: guessed } = read(Buffer.from(content, 'base64'), encoding);
    const columns = columnsOf(names);
    const dates = readLines(names, rows).map(({ values }) => joinTime(values.date, values.time));
    ctx.body = {
      encoding: guessed ?? null,
      names: [...names],
      columns,
      dateOrder: provenOrder(dates) ?? null,
      rows: rows.map(({ line, record: cells }) => ({ line, cells: [...cells] })),
    };
    ctx.status = 201;
  };
}

function read(bytes: Buffer, encoding: string | undefined): Sheet {
  try {
    const sheet = readSheet(bytes, encoding);
    if (sheet.rows.length > MAX_ROWS) throw new TableError(sentence('table_too_long', { max: MAX_ROWS }));
    return sheet;
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    throw new ApiError('invalid_request', { issues: [{ path: 'content', ...error.problem }] });
  }
}
