import { Readable } from 'node:stream';
import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import { noteNumbersAsked } from '../../channels/daily-numbers.ts';
import { filterOf, numbersQuery } from '../../channels/numbers-query.ts';
import type { Operation } from '../../http/operation.ts';
import { text } from '../../http/shapes.ts';
import { compile } from '../../platform/validation.ts';
import { exportNumbers } from './export-numbers.ts';

const query = {
  ...numbersQuery,
  properties: {
    ...numbersQuery.properties,
    of: {
      type: 'string',
      enum: ['channels', 'posts'],
      default: 'channels',
      description: 'channels: the days of the period; posts: every day of posts that were published in it',
    },
  },
} as const;

export const exportNumbersOperation = {
  id: 'exportNumbers',
  method: 'get',
  path: '/numbers/csv',
  tag: 'Channels',
  access: 'caller',
  summary: 'Download numbers by the day',
  query,
  answer: {
    status: 200,
    description: 'A line for each day and number',
    type: 'text/csv',
    schema: text('CSV (RFC 4180) in UTF-8, with a byte order mark'),
    headers: { 'Content-Disposition': 'The name of the file' },
  },
  errors: [],
  handler: exportNumbersHandler,
} as const satisfies Operation;

const checkQuery = compile(query, 'query');

function exportNumbersHandler({ database }: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { days, of: exported, ...which } = checkQuery({ ...ctx.query });
    const { organizationId } = ctx.state.caller;
    const filter = { ...filterOf(organizationId, which), days };
    await noteNumbersAsked(database, organizationId);
    ctx.attachment(`${exported}-${new Date().toISOString().slice(0, 10)}.csv`);
    ctx.type = 'text/csv';
    ctx.body = Readable.from(exportNumbers(database, exported, filter));
  };
}
