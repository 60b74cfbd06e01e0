/** Shapes that several answers share, by their names in the document. */
import type { Schema } from '../routes/operation.ts';
import { errorKinds } from '../errors.ts';

const text = (description: string): Schema => ({ type: 'string', description });
const id = (description: string): Schema => ({ type: 'string', format: 'uuid', description });
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
  id: nullable(text('Id of the upload')),
  path: text('Address of the file'),
  alt: nullable(text('Description for people who do not see it')),
};

const post = {
  id: id('The post'),
  content: text('Text of the first part, as HTML'),
  publishDate: instant('When it is due'),
  releaseURL: nullable(text('Address at the network, once it is published')),
  releaseId: nullable(text('Id at the network; "missing" when the network gave none')),
  state: {
    enum: ['QUEUE', 'PUBLISHED', 'ERROR', 'DRAFT'],
    description: 'One of four words that all clients know',
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
  intervalInDays: nullable({ type: 'integer', minimum: 1, description: 'Days after which it is repeated' }),
  group: id('The post with its parts, as one thing to delete or to replace'),
  creationMethod: text('API or CLI, or how else it came'),
  settings: { type: 'object', description: 'Settings of the network; `__type` names it' },
  tags: listOf(record({ tag: ref('Tag') })),
  integration: record({
    id: id('The channel'),
    providerIdentifier: text('The network'),
    name: text('Name of the channel'),
    picture: nullable(text('Address of its picture')),
  }),
  actualDate: instant('Of a post that is repeated, shown at a date to come: the date that is stored'),
};

const detail = {
  ...post,
  revision: { type: 'integer', minimum: 1, description: 'Grows with each change; the ETag' },
  scheduling: {
    enum: ['ready', 'delayed'],
    description: 'delayed = Temporal has not answered yet; the post goes out all the same',
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
    description: 'Milliseconds after its date at which it was published',
  }),
  publishedAt: nullable(instant('When it was published')),
  hold: {
    anyOf: [
      record({ reason: { enum: ['channel', 'frozen'] }, message: text('What ends it') }),
      { type: 'null' },
    ],
    description: 'Why a due post waits',
  },
  error: {
    anyOf: [record({ code: text('A stable word'), message: text("The network's words") }), { type: 'null' }],
  },
  createdAt: instant('When it was created'),
  items: listOf(
    record({
      id: id('The part'),
      content: text('Text as HTML'),
      image: listOf(record(media, ['alt'])),
      delay: { type: 'number', minimum: 0, description: 'Minutes after the part before' },
      releaseId: nullable(text('Id at the network')),
      releaseURL: nullable(text('Address at the network')),
      publishedAt: nullable(instant('When it was published')),
    }),
  ),
  timeline: listOf(
    record({ at: instant('When'), event: text('A stable word'), text: text('What happened, in words') }),
  ),
};

const refusal = {
  code: { enum: Object.keys(errorKinds), description: 'A stable word' },
  issues: listOf(
    record({
      path: text('Where, dotted with indexes: posts.0.value.1.content'),
      message: text('What is wrong there'),
    }),
  ),
  quota: {
    ...record({
      quota: { enum: ['channels', 'postsPerMonth', 'members', 'webhooks'], description: 'What is limited' },
      limit: { type: 'integer', minimum: 0, description: 'How many the plan allows' },
      used: { type: 'integer', minimum: 0, description: 'How many there are' },
      plan: text('Name of the plan'),
      url: text('The page where an owner changes the plan'),
    }),
    description: 'With `quota_exceeded` only',
  },
  requestId: text('Finds the request in the log'),
};

/** Everything but the settings of the networks, which the document adds. */
export const components: Readonly<Record<string, Schema>> = {
  Error: {
    description: 'Every refusal has this shape. Codes are stable (docs/errors.md), texts are not.',
    ...record(
      {
        statusCode: { type: 'integer' },
        error: text('The reason phrase'),
        ...refusal,
        message: text('What is wrong and what to do'),
        msg: text('The same: some clients read this one'),
      },
      ['issues', 'quota'],
    ),
  },
  Problem: {
    description: 'The same refusal as a problem (RFC 9457), for `Accept: application/problem+json`.',
    ...record(
      {
        type: text('urn:crier:error: and the code'),
        title: text('The reason phrase'),
        status: { type: 'integer' },
        detail: text('What is wrong and what to do'),
        ...refusal,
      },
      ['issues', 'quota'],
    ),
  },
  Tag: record({
    id: id('The tag'),
    name: text('Its label'),
    color: text('#rrggbb'),
    orgId: id('The organisation'),
    deletedAt: { type: ['string', 'null'] },
    createdAt: instant('Made'),
    updatedAt: instant('Changed'),
  }),
  Post: record(post, ['actualDate']),
  PostDetail: record(detail, ['actualDate']),
  Integration: record(
    {
      id: id('The channel'),
      name: text('Its name'),
      identifier: text('The network, as in settings.__type'),
      picture: nullable(text('Address of its picture')),
      disabled: { type: 'boolean', description: 'Switched off' },
      refreshNeeded: { type: 'boolean', description: 'A person must connect it again' },
      profile: nullable(text('Handle')),
      customer: record({ id: id('The group'), name: text('Its name') }),
    },
    ['customer'],
  ),
  Group: record({ id: id('The group of channels'), name: text('Its name') }),
  Media: record(
    {
      id: id('The upload'),
      name: text('The generated file name'),
      originalName: { type: ['string', 'null'] },
      path: text('Public address'),
      thumbnail: { type: ['string', 'null'] },
      alt: { type: ['string', 'null'] },
      type: text('Media type, read from the bytes'),
      size: { type: 'integer', minimum: 1, description: 'Bytes' },
      width: { type: ['integer', 'null'], description: 'Pixels' },
      height: { type: ['integer', 'null'], description: 'Pixels' },
      durationMs: { type: ['integer', 'null'], description: 'Milliseconds, of a video' },
    },
    ['type', 'size', 'width', 'height', 'durationMs'],
  ),
  Notification: record({
    id: id('The notification'),
    content: text('A sentence'),
    link: { type: ['string', 'null'] },
    createdAt: instant('When'),
  }),
  Tool: record({
    methodName: text('What integration-trigger takes'),
    description: text('What it gives'),
    dataSchema: listOf(
      record({
        key: text('Name of the field'),
        type: text('Its JSON type'),
        description: text('What it means'),
      }),
    ),
  }),
};

/** A reference to one of them. */
export const component = ref;
