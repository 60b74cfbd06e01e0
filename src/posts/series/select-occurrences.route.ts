import type { Context } from '../../platform/context.ts';
import { id, instant, listOf, record } from '../../http/shapes.ts';
import type { Operation } from '../../http/operation.ts';
import type { AppContext } from '../../http/types.ts';
import { ofRequest } from '../../platform/context.ts';
import { parseDate } from '../../platform/parse-date.ts';
import { compile, idParam } from '../../platform/validation.ts';
import { POST_STATES } from '../../../temporal/contract/post-states.ts';
import { SCOPES, selectOccurrences } from './select-occurrences.ts';

export const selectOccurrencesBody = {
  type: 'object',
  properties: {
    scope: {
      type: 'string',
      enum: [...SCOPES],
      description:
        'this: one post; following: it and all after it; all: all that wait, also those before it that were changed alone',
    },
    date: {
      type: 'string',
      maxLength: 64,
      description: 'A coming date of the series, as the calendar shows it; default: the post itself',
    },
  },
  required: ['scope'],
  additionalProperties: false,
} as const;

export const selectOccurrencesOperation = {
  id: 'selectOccurrences',
  method: 'post',
  path: '/posts/{id}/occurrences',
  tag: 'Posts',
  access: 'caller',
  limited: true,
  summary: 'Choose posts of a series',
  description:
    'The posts to change, move or delete so that exactly this post of a series changes, or it and all after it, or all that wait. A coming date gets a post of its own, and a series is parted before it: such a post counts towards the plan like a new one. This changes nothing of what is published, and may be repeated.',
  body: selectOccurrencesBody,
  answer: {
    status: 201,
    description: 'The posts; none if they were deleted already',
    schema: listOf(
      record({
        id: id('The post'),
        publishDate: instant('When it is due'),
        status: { enum: [...POST_STATES], description: 'The exact state' },
        revision: { type: 'integer', minimum: 1, description: 'Increases with each change; also the ETag' },
      }),
    ),
  },
  errors: ['invalid_date', 'post_not_found', 'foreign_resource', 'post_locked', 'quota_exceeded'],
  example: { scope: 'following', date: '2031-05-11T09:30:00.000Z' },
  handler: selectOccurrencesHandler,
} as const satisfies Operation;

const checkBody = compile(selectOccurrencesBody);

function selectOccurrencesHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { scope, date } = checkBody(ctx.state.body);
    const post = { organizationId: ctx.state.caller.organizationId, postId: idParam(ctx.params.id) };
    const choice = { scope, date: date === undefined ? undefined : parseDate(date) };
    const selected = await selectOccurrences(ofRequest(context, ctx), post, choice);
    ctx.body = selected.map(({ publishAt, state, ...one }) => ({
      id: one.id,
      publishDate: publishAt.toISOString(),
      status: state,
      revision: one.revision,
    }));
    ctx.status = 201;
  };
}
