import type { AppContext } from '../../http/types.ts';
import { personOf } from '../../http/person.ts';
import type { Operation } from '../../http/operation.ts';
import { count, flag, id, instant, listOf, orNull, record, text, textOrNull } from '../../http/shapes.ts';
import type { Context } from '../../platform/context.ts';
import { compile } from '../../platform/validation.ts';
import { readChoices, saveChoices, type Choice } from '../notifications/choices.ts';
import { readPublicKey, whereOn } from '../notifications/browsers.ts';
import { markAsRead, readOwnNotifications } from '../notifications/read-own.ts';
import { PERSONAL_KINDS, TOPICS } from '../notifications/topics.ts';

const MAX_MARKED = 500;

const list = record({
  unread: count('How many are not read yet; what happened several times on one channel counts once'),
  notifications: listOf(
    record({
      ids: listOf(id('A notification that this one stands for')),
      kind: { enum: PERSONAL_KINDS, description: 'What happened' },
      topic: { enum: TOPICS, description: 'What it is about' },
      content: text('What happened, in English'),
      channel: orNull(record({ id: id('The channel'), name: text('Its name') })),
      postId: textOrNull('The newest post that it is about'),
      createdAt: instant('When it happened last'),
      read: flag('Whether this person has read it'),
    }),
  ),
});

export const listOwnNotificationsOperation = {
  id: 'listOwnNotifications',
  method: 'get',
  path: '/notifications/mine',
  tag: 'Account',
  access: 'caller',
  summary: 'List your notifications',
  description:
    'Of the last 30 days, newest first, without the topics that you turned off. The same failure of one channel is one notification.',
  answer: { status: 200, description: 'At most 50', schema: list },
  errors: [],
  handler:
    ({ database }: Context) =>
    async (ctx: AppContext) => {
      const { userId, organizationId } = personOf(ctx);
      ctx.body = await readOwnNotifications(database, { userId, organizationId });
    },
} as const satisfies Operation;

export const markNotificationsBody = {
  type: 'object',
  properties: {
    ids: {
      type: 'array',
      maxItems: MAX_MARKED,
      items: { type: 'string', format: 'uuid' },
      description: 'The notifications; left out = all',
    },
  },
} as const;

const checkMarked = compile(markNotificationsBody);

export const markNotificationsOperation = {
  id: 'markNotifications',
  method: 'post',
  path: '/notifications/mine/read',
  tag: 'Account',
  access: 'caller',
  summary: 'Mark notifications as read',
  body: markNotificationsBody,
  answer: { status: 201, description: 'Your notifications', schema: list },
  errors: [],
  example: {},
  handler:
    ({ database }: Context) =>
    async (ctx: AppContext) => {
      const { userId, organizationId } = personOf(ctx);
      const { ids } = checkMarked(ctx.state.body) as { ids?: string[] };
      await markAsRead(database, { userId, organizationId, ids: ids ?? null });
      ctx.status = 201;
      ctx.body = await readOwnNotifications(database, { userId, organizationId });
    },
} as const satisfies Operation;

const choice = {
  type: 'object',
  required: ['topic', 'app', 'mail'],
  additionalProperties: false,
  properties: {
    topic: { enum: TOPICS, description: 'What notifications are about' },
    app: { type: 'boolean', description: 'Whether they are shown in the app' },
    mail: { enum: ['never', 'at_once', 'daily'], description: 'Whether a mail lists what was not read' },
    push: {
      type: 'boolean',
      description: 'Whether the browsers that are turned on show them; left out = no',
    },
  },
} as const;

const choices = record({
  mail: flag('Whether this instance sends mail'),
  push: record({
    publicKey: text('With which this instance signs; for `PushManager.subscribe`'),
    here: flag('Whether the browser of this session shows notifications'),
    anywhere: flag('Whether any browser of this person does'),
  }),
  topics: listOf(choice),
});

async function present(context: Context, ctx: AppContext) {
  const { userId, session } = personOf(ctx);
  const [publicKey, where, topics] = await Promise.all([
    readPublicKey(context),
    whereOn(context, { userId, sessionId: session.id }),
    readChoices(context.database, userId),
  ]);
  return { mail: context.mail.active, push: { publicKey, ...where }, topics };
}

export const getNotificationChoicesOperation = {
  id: 'getNotificationChoices',
  method: 'get',
  path: '/notifications/choices',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: 'Get which notifications you get, and how',
  answer: { status: 200, description: 'One for each topic', schema: choices },
  errors: [],
  handler: (context: Context) => async (ctx: AppContext) => {
    ctx.body = await present(context, ctx);
  },
} as const satisfies Operation;

export const saveNotificationChoicesBody = {
  type: 'object',
  required: ['topics'],
  properties: { topics: { type: 'array', minItems: 1, maxItems: TOPICS.length, items: choice } },
} as const;

const checkChoices = compile(saveNotificationChoicesBody);

export const saveNotificationChoicesOperation = {
  id: 'saveNotificationChoices',
  method: 'put',
  path: '/notifications/choices',
  tag: 'Account',
  access: 'caller',
  role: 'none',
  summary: 'Choose which notifications you get, and how',
  description: 'Topics that are not named stay as they are.',
  body: saveNotificationChoicesBody,
  answer: { status: 200, description: 'One for each topic', schema: choices },
  errors: [],
  example: { topics: [{ topic: 'posts', app: true, mail: 'daily' }] },
  handler: (context: Context) => async (ctx: AppContext) => {
    const { userId } = personOf(ctx);
    const { topics } = checkChoices(ctx.state.body) as { topics: Choice[] };
    // Twice the same topic: the last counts.
    await saveChoices(context.database, userId, [...new Map(topics.map((one) => [one.topic, one])).values()]);
    ctx.body = await present(context, ctx);
  },
} as const satisfies Operation;
