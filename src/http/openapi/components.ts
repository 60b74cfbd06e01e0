/** Schemas that several answers share, by their names in the document. */
import type { Schema } from '../operation.ts';
import { count, id, params, sentenceWith } from '../shapes.ts';
import { errorKinds } from '../../platform/errors.ts';
import { HOLD_REASONS } from '../../../temporal/contract/post-states.ts';

const text = (description: string): Schema => ({ type: 'string', description });
const instant = (description: string): Schema => ({
  type: 'string',
  format: 'date-time',
  description: `${description} (ISO 8601, UTC)`,
});
const nullable = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] });
const record = (properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const listOf = (items: Schema): Schema => ({ type: 'array', items });
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const media = {
  id: nullable(id('The upload')),
  path: text('URL of the file'),
  alt: nullable(text('Alternative text, for people who cannot see it')),
  thumbnail: nullable(text('Of a video: URL of the picture that stands for it')),
  thumbnailTimestamp: nullable({
    type: 'number',
    minimum: 0,
    description: 'Of a video: the moment that stands for it, in milliseconds from its start',
  }),
};

const post = {
  id: id('The post'),
  content: text('Text of the first part, as it was sent: plain text, or HTML if it has tags'),
  publishDate: instant('When it is due'),
  releaseURL: nullable(text('URL on the network, once published')),
  releaseId: nullable(text('Id on the network; "missing" if the network did not return one')),
  state: {
    enum: ['QUEUE', 'PUBLISHED', 'ERROR', 'DRAFT'],
    description: 'The state as one of the four values older clients know',
  },
  status: {
    enum: [
      'draft',
      'scheduled',
      'publishing',
      'processing',
      'published',
      'partly_published',
      'failed',
      'unconfirmed',
      'missed',
      'cancelled',
    ],
    description: 'The exact state',
  },
  intervalInDays: nullable({ type: 'integer', minimum: 1, description: 'Repeated every this many days' }),
  group: text(
    'The group that the client gave it, if it was no UUID; otherwise a UUID that identifies the post, for deleting or replacing it',
  ),
  creationMethod: text('API, CLI, or the name of another origin'),
  settings: { type: 'object', description: 'Settings for the network named in `__type`' },
  tags: listOf(record({ tag: ref('Tag') })),
  integration: record({
    id: id('The channel'),
    providerIdentifier: text('The network'),
    name: text("The channel's name"),
    picture: nullable(text("URL of the channel's picture")),
  }),
  actualDate: instant('The stored date, if this is a coming date of a repeated post'),
};

const detail = {
  ...post,
  revision: { type: 'integer', minimum: 1, description: 'Increases with each change; also the ETag' },
  scheduling: {
    enum: ['ready', 'delayed'],
    description: 'delayed: Temporal has not answered yet. The post will be published all the same',
  },
  schedulingReason: {
    anyOf: [
      record({
        code: { enum: ['preparing', 'failed', 'unreachable'], description: 'A stable word' },
        message: text('Why, and what ends it'),
      }),
      { type: 'null' },
    ],
    description:
      'Why scheduling is delayed: the Temporal server that npm start brings is being built or started, could not be, or does not answer',
  },
  latenessMs: nullable({
    type: 'integer',
    minimum: 0,
    description: 'Milliseconds between its date and its publication',
  }),
  publishedAt: nullable(instant('When it was published')),
  hold: {
    anyOf: [
      sentenceWith('What it is waiting for', { reason: { enum: [...HOLD_REASONS] } }),
      { type: 'null' },
    ],
    description: 'Why a due post is held',
  },
  error: {
    anyOf: [
      record({
        code: text('A stable identifier'),
        message: text('What the network answered, or why Crier did not publish it'),
        explanation: {
          anyOf: [ref('Sentence'), { type: 'null' }],
          description: 'The message with what it is made from, where it is one of Crier',
        },
      }),
      { type: 'null' },
    ],
  },
  createdAt: instant('When it was created'),
  repeat: nullable(text('The rule of iCalendar by which it is repeated, with the days that are left out')),
  inSeries: { type: 'boolean', description: 'Whether more posts of its series wait beside it' },
  shortLink: { type: 'boolean', description: 'Whether its links become short when it is published' },
  shortLinks: listOf(
    record({
      url: text('The link as it stands in the text'),
      shortURL: text('What is published instead'),
      service: text('Who made it, and counts its clicks: crier, dub, short.io, kutt or linkdrip'),
      serviceName: text('What that calls itself, such as Short.io'),
      disabled: { type: 'boolean', description: 'Whether it was switched off, and answers 410' },
      tellsClicks: { type: 'boolean', description: 'Whether it reports how often its links were followed' },
      clicks: nullable(
        count(
          'Clicks of people. Of a service: as it said last, once a day; null = it has not said it yet, or never does (tellsClicks)',
        ),
      ),
      botClicks: count('Clicks of programs'),
      referrers: {
        ...listOf(
          record({ host: text('Empty = the browser did not say'), clicks: count('Clicks of people') }),
        ),
        description: 'By the host that people came from, the most first; at most 20',
      },
    }),
  ),
  removable: {
    type: 'boolean',
    description: 'Whether DELETE with atNetwork=true takes it down on the network',
  },
  items: listOf(
    record({
      id: id('The part'),
      content: text('Text as it was sent: plain text, or HTML if it has tags'),
      image: listOf(record(media, ['alt', 'thumbnail', 'thumbnailTimestamp'])),
      delay: { type: 'number', minimum: 0, description: 'Minutes to wait after the previous part' },
      releaseId: nullable(text('Its id on the network')),
      releaseURL: nullable(text('URL on the network')),
      publishedAt: nullable(instant('When it was published')),
    }),
  ),
  timeline: listOf(
    record({
      at: instant('When it happened'),
      event: text('The word of the event, as docs/events.md lists them'),
      text: text('What happened, as text'),
    }),
  ),
};

const errorFields = {
  code: { enum: Object.keys(errorKinds), description: 'A stable identifier' },
  reason: text('Names the sentence of the message, where a code has several. It is stable'),
  params,
  issues: listOf(
    sentenceWith('What is wrong with it', { path: text('Path of the field: posts.0.value.1.content') }),
  ),
  quota: {
    ...record({
      quota: {
        enum: ['channels', 'postsPerMonth', 'members', 'webhooks', 'storageMb'],
        description: 'The quota',
      },
      limit: { type: 'integer', minimum: 0, description: 'What the plan allows' },
      used: { type: 'integer', minimum: 0, description: 'What is used' },
      plan: text('Name of the plan'),
      url: text('Page where an owner changes the plan'),
    }),
    description: 'Only with `quota_exceeded`',
  },
  requestId: text('Identifies the request in the log'),
};

/** All of them except the settings of the networks, which the document adds. */
export const components: Readonly<Record<string, Schema>> = {
  Error: {
    description: 'Every error has this shape. Codes are stable (docs/errors.md); messages may change.',
    ...record(
      {
        statusCode: { type: 'integer' },
        error: text('The reason phrase'),
        ...errorFields,
        message: text('What is wrong, and what to do about it'),
        msg: text('Same as message, for clients that read this one'),
      },
      ['reason', 'params', 'issues', 'quota'],
    ),
  },
  Problem: {
    description: 'The same error as a problem (RFC 9457), for `Accept: application/problem+json`.',
    ...record(
      {
        type: text('urn:crier:error: followed by the code'),
        title: text('The reason phrase'),
        status: { type: 'integer' },
        detail: text('What is wrong, and what to do about it'),
        ...errorFields,
      },
      ['reason', 'params', 'issues', 'quota'],
    ),
  },
  Sentence: sentenceWith('A sentence in another one'),
  CreatedPost: record({ postId: id('The post'), integration: id('The channel') }),
  Tag: record({
    id: id('The tag'),
    name: text('Label'),
    color: text('#rrggbb'),
    orgId: id('The organisation'),
    deletedAt: { type: ['string', 'null'] },
    createdAt: instant('When it was created'),
    updatedAt: instant('When it was last changed'),
  }),
  Post: record(post, ['actualDate']),
  PostDetail: record(detail, ['actualDate']),
  Integration: record(
    {
      id: id('The channel'),
      name: text('Its name'),
      identifier: text('The network, as in `settings.__type`'),
      picture: nullable(text("URL of the channel's picture")),
      disabled: { type: 'boolean', description: 'Whether it is switched off' },
      refreshNeeded: { type: 'boolean', description: 'Whether a person must reconnect it' },
      profile: nullable(text('Handle on the network')),
      customer: record({ id: id('The group'), name: text('Its name') }),
    },
    ['customer'],
  ),
  Group: record({ id: id('The channel group'), name: text('Its name') }),
  Media: record(
    {
      id: id('The upload'),
      name: text('Generated file name'),
      originalName: { type: ['string', 'null'] },
      path: text('Public URL'),
      thumbnail: { type: ['string', 'null'] },
      alt: { type: ['string', 'null'] },
      type: text('Media type, detected from the content'),
      size: { type: 'integer', minimum: 1, description: 'Bytes' },
      width: { type: ['integer', 'null'], description: 'Pixels' },
      height: { type: ['integer', 'null'], description: 'Pixels' },
      durationMs: { type: ['integer', 'null'], description: 'Milliseconds; videos only' },
      pages: { type: ['integer', 'null'], description: 'Pages; PDF only' },
    },
    ['type', 'size', 'width', 'height', 'durationMs', 'pages'],
  ),
  Notification: record({
    id: id('The notification'),
    content: text('The text'),
    link: { type: ['string', 'null'] },
    createdAt: instant('When it happened'),
  }),
  Tool: record({
    methodName: text('Name of the tool, for integration-trigger'),
    description: text('What it returns'),
    dataSchema: listOf(
      record({ key: text('Name of the field'), type: text('JSON type'), description: text('What it means') }),
    ),
  }),
};

/** A reference to one of them. */
export const component = ref;
