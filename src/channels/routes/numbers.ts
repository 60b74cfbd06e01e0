import type { AppContext } from '../../http/types.ts';
import type { Context } from '../../platform/context.ts';
import type { Operation, Schema } from '../../http/operation.ts';
import { flag, id, instantOrNull, listOf, orNull, record, text, textOrNull } from '../../http/shapes.ts';
import { compile } from '../../platform/validation.ts';
import { readAllNumbers } from '../all-numbers.ts';
import { noteNumbersAsked } from '../daily-numbers.ts';
import { filterOf, numbersQuery } from '../numbers-query.ts';

const number: Schema = { type: 'number' };

export const listNumbersOperation = {
  id: 'listNumbers',
  method: 'get',
  path: '/numbers',
  tag: 'Channels',
  access: 'caller',
  summary: 'Get the numbers of all channels',
  description:
    'What was read once a day, as it is kept: no network is asked. Numbers of channels are read for as long as a person looks at them, and for 30 days after.',
  query: numbersQuery,
  answer: {
    status: 200,
    description: 'The channels, with those that have no numbers',
    schema: listOf(
      record({
        id: id('The channel'),
        name: text('Its name'),
        identifier: text('The network'),
        network: text('The name of the network'),
        picture: textOrNull("URL of the channel's picture"),
        isConnected: flag('Whether it is enabled and need not be reconnected'),
        kind: {
          enum: ['daily', 'on_request', 'none'],
          description:
            'Whether they are read daily, or only when a person asks for those of a post because the network charges for them, or the network shows none',
        },
        ofPostsOnly: flag('Whether the network shows no numbers of an account'),
        readAt: instantOrNull('When they were last read; null = not yet'),
        problem: textOrNull('Why the last reading missed something, in the words of the network'),
        metrics: listOf(
          record({
            label: text("The network's own word"),
            perDay: flag('Whether days are added; otherwise each is the number as it stood'),
            total: { ...number, description: 'Of the period' },
            before: orNull(number, 'What it was before; null where that is not known'),
            series: listOf(orNull(number, 'One for each day, the oldest first; null where none is known')),
          }),
        ),
      }),
    ),
  },
  errors: [],
  handler: listNumbersHandler,
} as const satisfies Operation;

const checkQuery = compile(numbersQuery, 'query');

function listNumbersHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const query = checkQuery({ ...ctx.query });
    const { organizationId } = ctx.state.caller;
    await noteNumbersAsked(context.database, organizationId);
    const deps = { ...context, providerEnv: context.config.providerEnv };
    ctx.body = await readAllNumbers(deps, filterOf(organizationId, query), query.days);
  };
}
