import type { Context } from '../../platform/context.ts';
import type { Operation } from '../../http/operation.ts';
import { listOf, record, text, textOrNull } from '../../http/shapes.ts';
import type { AppContext } from '../../http/types.ts';
import { findReach } from '../reach.ts';

export const getMediaReachOperation = {
  id: 'getMediaReach',
  method: 'get',
  path: '/media/reach',
  tag: 'Media',
  access: 'caller',
  summary: 'See whether networks can fetch the files of this instance',
  description:
    "Some networks, or readers of their posts, fetch files from the instance's public URL. The newest picture and the newest video of the organisation are asked for there, as they do.",
  answer: {
    status: 200,
    description: 'What came of it',
    schema: record({
      status: {
        enum: ['unneeded', 'private', 'untried', 'fetched', 'refused', 'different', 'unreachable'],
        description:
          '`unneeded`: no channel needs it; `private`: the URL is not a public https one; `untried`: there is no file yet; `refused`: another answer than 200; `different`: not as many bytes as the file has; `unreachable`: no answer',
      },
      networks: listOf(text('Name of a network of the organisation that fetches files')),
      channels: listOf(text('ID of a channel of such a network')),
      address: textOrNull(
        'Of the file (that could not be fetched, if there is one), or of the instance where none was asked for',
      ),
      httpStatus: { type: ['integer', 'null'], description: 'The answer, where it was `refused`' },
    }),
  },
  errors: [],
  handler: mediaReachHandler,
} as const satisfies Operation;

function mediaReachHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const reach = await findReach(context, ctx.state.caller.organizationId);
    const channels = 'channels' in reach ? reach.channels : [];
    ctx.body = {
      status: reach.status,
      networks: [
        ...new Set(channels.map(({ provider }) => context.providers.get(provider)?.name ?? provider)),
      ],
      channels: channels.map(({ id }) => id),
      address: ('url' in reach ? reach.url : 'base' in reach ? reach.base : null) ?? null,
      httpStatus: 'httpStatus' in reach ? reach.httpStatus : null,
    };
  };
}
