import type { AppContext } from '../../http/types.ts';
import { listConnectable } from '../connect/list-providers.ts';
import type { Context } from '../../context.ts';
import type { Operation } from '../../http/operation.ts';
import { flag, listOf, orNull, record, text, textOrNull } from '../../http/shapes.ts';

const fields = listOf(
  record({
    name: text('What it is called in the request'),
    label: text('What people call it'),
    secret: flag('Not to be shown while it is typed'),
    required: flag('Without it the channel cannot be connected'),
    help: text('Where a person finds it'),
    default: textOrNull('What counts when nothing is given'),
  }),
);

export const listProvidersOperation = {
  id: 'listProviders',
  method: 'get',
  path: '/integrations/providers',
  tag: 'Connecting',
  access: 'caller',
  summary: 'Networks at which channels can be connected',
  answer: {
    status: 200,
    description: 'In the order of their names',
    schema: listOf(
      record({
        identifier: text('The network, as in the path'),
        name: text('What people call it'),
        connect: {
          enum: ['oauth', 'credentials', 'none'],
          description:
            '`oauth`: in the browser, see getConnectUrl; `credentials`: see connectWithCredentials',
        },
        ready: flag('Whether the instance has what it needs'),
        missing: {
          ...listOf({ type: 'string' }),
          description: 'Variables that the operator has to set first',
        },
        fields: {
          ...fields,
          description: 'What the person gives; `instance` of an `oauth` network goes into `externalUrl`',
        },
        credentials: orNull(fields, 'For an `oauth` network that also takes credentials: their fields'),
      }),
    ),
  },
  errors: [],
  handler: listProvidersHandler,
} as const satisfies Operation;

/** With the variables that the operator has yet to set. */
function listProvidersHandler(context: Context): (ctx: AppContext) => void {
  return (ctx) => {
    ctx.body = listConnectable(context);
  };
}
