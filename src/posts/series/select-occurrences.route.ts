import type { Context } from '../../platform/context.ts';
import { id, instant, listOf, orNull, record } from '../../http/shapes.ts';
import type { Operation } from '../../http/operation.ts';
import type { AppContext } from '../../http/types.ts';
import { ofRequest } from '../../platform/context.ts';
import { parseDate } from '../../platform/parse-date.ts';
import { compile } from '../../platform/validation.ts';
import { POST_STATES } from '../../../temporal/contract/post-states.ts';
import { postOf } from '../change/post-of.ts';
import { SCOPES, lookAtOccurrences, selectOccurrences, type SelectedPost } from './select-occurrences.ts';

const choice = {
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
} as const;

export const selectOccurrencesBody = {
  type: 'object',
  properties: choice,
  required: ['scope'],
  additionalProperties: false,
} as const;

const lookQuery = {
  type: 'object',
  properties: { ...choice, scope: { ...choice.scope, default: 'this' } },
} as const;

const selected = listOf(
  record({
    id: id('The post'),
    publishDate: instant('When it is due'),
    status: { enum: [...POST_STATES], description: 'The exact state' },
    revision: { type: 'integer', minimum: 1, description: 'Increases with each change; also the ETag' },
    repeat: orNull({ type: 'string' }, 'The rule by which it is repeated'),
    parted: {
      type: 'boolean',
      description: 'Whether it, or the post after it, was made for this choice alone',
    },
  }),
);

const errors = [
  'invalid_date',
  'post_not_found',
  'foreign_resource',
  'post_locked',
  'quota_exceeded',
] as const;

export const selectOccurrencesOperation = {
  id: 'selectOccurrences',
  method: 'post',
  path: '/posts/{id}/occurrences',
  tag: 'Posts',
  access: 'caller',
  limited: true,
  summary: 'Choose posts of a series',
  description:
    'The posts to change, move or delete so that exactly this post of a series changes, or it and all after it, or all that wait. A coming date gets a post of its own, and a series is parted before it: such a post counts towards the plan like a new one. This changes nothing of what is published, and may be repeated. To see the posts while nothing is decided yet, use GET.',
  headers: { 'If-Match': 'The ETag from when the post was read: another one parts no series' },
  body: selectOccurrencesBody,
  answer: { status: 201, description: 'The posts; none if they were deleted already', schema: selected },
  errors: [...errors, 'revision_mismatch'],
  example: { scope: 'following', date: '2031-05-11T09:30:00.000Z' },
  handler: selectOccurrencesHandler,
} as const satisfies Operation;

export const lookAtOccurrencesOperation = {
  id: 'lookAtOccurrences',
  method: 'get',
  path: '/posts/{id}/occurrences',
  tag: 'Posts',
  access: 'caller',
  summary: 'See which posts of a series a choice means',
  description:
    'What POST would answer. Nothing changes: the post that a coming date would get is not there yet, and has this id and revision once it is.',
  query: lookQuery,
  answer: { status: 200, description: 'The posts; none if they were deleted already', schema: selected },
  errors,
  handler: lookAtOccurrencesHandler,
} as const satisfies Operation;

const checkBody = compile(selectOccurrencesBody);
const checkQuery = compile(lookQuery, 'query');

const present = (posts: readonly SelectedPost[]) =>
  posts.map(({ publishAt, state, repeatRule, isParted, ...one }) => ({
    id: one.id,
    publishDate: publishAt.toISOString(),
    status: state,
    revision: one.revision,
    repeat: repeatRule,
    parted: isParted,
  }));

function selectOccurrencesHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { scope, date } = checkBody(ctx.state.body);
    const wanted = { scope, date: date === undefined ? undefined : parseDate(date) };
    ctx.body = present(await selectOccurrences(ofRequest(context, ctx), postOf(ctx), wanted));
    ctx.status = 201;
  };
}

function lookAtOccurrencesHandler(context: Context): (ctx: AppContext) => Promise<void> {
  return async (ctx) => {
    const { scope = 'this', date } = checkQuery({ ...ctx.query });
    const wanted = { scope, date: date === undefined ? undefined : parseDate(date) };
    ctx.body = present(await lookAtOccurrences(ofRequest(context, ctx), postOf(ctx), wanted));
  };
}
