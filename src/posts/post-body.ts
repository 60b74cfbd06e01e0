/**
 * What a request says about a post: the schema of its body and of the parts that other requests share, and
 * the types that follow from them.
 */
import type { FromSchema } from 'json-schema-to-ts';
import { isUuid } from '../platform/validation.ts';

/** 50 MB of base64 in a `data:` address; the body's own limit comes first. */
const MAX_ADDRESS = 70_000_000;

// The answer of an upload can be sent as it is: what it leaves open is null there.
const media = {
  type: 'object',
  description: 'An upload. An address of another host is fetched and becomes one; so does a data: address',
  properties: {
    id: {
      type: ['string', 'null'],
      maxLength: MAX_ADDRESS,
      description: 'Id of the upload; anything else is ignored',
    },
    path: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_ADDRESS,
      description: 'Address of the upload, of a file elsewhere (https), or data:…;base64,…',
    },
    alt: {
      type: ['string', 'null'],
      maxLength: 5000,
      description: 'Description for people who do not see it',
    },
    thumbnail: { type: ['string', 'null'], maxLength: 2048, description: 'Accepted, without effect' },
  },
  required: ['path'],
} as const;

/** The parts of a thread. */
export const valueSchema = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  description: 'The post and, after it, the parts of its thread',
  items: {
    type: 'object',
    properties: {
      content: {
        type: 'string',
        maxLength: 1_000_000,
        description:
          'Text, plain or as HTML (p, br, strong, u, a, ul, li, h1 to h3, span). Empty only with media',
      },
      image: { type: 'array', maxItems: 50, items: media },
      id: {
        type: ['string', 'null'],
        maxLength: 255,
        description: 'In the first part: id of a post to change in place',
      },
      delay: {
        type: 'number',
        minimum: 0,
        maximum: 525_600,
        description: 'Minutes to wait after the part before; ignored on the first',
      },
    },
    required: ['content'],
  },
} as const;

/** Labels; unknown ones become tags. */
export const tagsSchema = {
  type: 'array',
  maxItems: 100,
  description: 'Labels; unknown ones become tags of the organisation',
  items: {
    type: 'object',
    properties: {
      value: { type: ['string', 'null'], maxLength: 200, description: 'Accepted, without effect' },
      label: { type: 'string', minLength: 1, maxLength: 200, description: 'The name of the tag' },
    },
    required: ['label'],
  },
} as const;

/** Replaced in the document by the component that `$comment` names: the settings of all networks. */
export const settingsField = {
  type: 'object',
  $comment: 'Settings',
  description: 'Settings of the network; may be left away where nothing is required',
} as const;

/** The body. Unknown fields are ignored, as existing clients send several. */
export const createPostBody = {
  type: 'object',
  properties: {
    type: {
      type: 'string',
      enum: ['schedule', 'now', 'draft', 'update'],
      description: 'update changes posts that are named by value[0].id and leaves their state as it is',
    },
    date: {
      type: 'string',
      maxLength: 64,
      description:
        'ISO 8601: with Z, with an offset, without a zone (UTC), a date alone, or with a space for the T. Not used with now',
    },
    shortLink: {
      type: 'boolean',
      description: 'Kept with the post, without effect yet: links stay as they are',
    },
    tags: tagsSchema,
    inter: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 3650,
      description: 'Days after which the post is repeated, again and again',
    },
    order: { type: ['string', 'null'], maxLength: 255, description: 'Accepted, without effect' },
    creationMethod: {
      type: ['string', 'null'],
      maxLength: 255,
      description: 'CLI, or anything else for API',
    },
    republish: {
      type: 'boolean',
      description: 'With the id of a published post: publish it again as a new one',
    },
    posts: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      description: 'One entry for each channel',
      items: {
        type: 'object',
        properties: {
          integration: {
            type: 'object',
            description: 'The channel',
            properties: { id: { type: 'string', maxLength: 255, description: 'Id of the channel' } },
            required: ['id'],
          },
          value: valueSchema,
          group: {
            type: ['string', 'null'],
            maxLength: 255,
            description: 'Group of a post that the new one replaces; other texts are ignored',
          },
          settings: settingsField,
        },
        required: ['integration', 'value'],
      },
    },
  },
  required: ['type', 'date', 'posts'],
} as const;

/**
 * What a checked body holds, read-only and without the fields that no schema names. An object of which the
 * schema names no field, such as the settings, stays as it is.
 */
export type Body<T> = T extends readonly (infer E)[]
  ? readonly Body<E>[]
  : T extends object
    ? [keyof NamedFields<T>] extends [never]
      ? T
      : { readonly [K in keyof NamedFields<T>]: Body<T[K]> }
    : T;
type NamedFields<T> = { [K in keyof T as string extends K ? never : K]: T[K] };

/** The body of POST /public/v1/posts. */
export type CreatePostInput = Body<FromSchema<typeof createPostBody>>;

/** One element of `posts`: a channel, and what is to go there. */
export type EntryInput = CreatePostInput['posts'][number];

/** One element of `value`: a part of the thread. */
export type ValueInput = EntryInput['value'][number];

/** One element of `tags`. */
export type TagInput = NonNullable<CreatePostInput['tags']>[number];

/** The post that an entry changes in place, as the client wrote it. */
export const postIdOf = ({ value }: EntryInput): string | undefined =>
  value[0]?.id?.trim().toLowerCase() || undefined;

/** The group of the post that an entry replaces. Groups that are no UUIDs are the client's own. */
export const groupOf = ({ group }: EntryInput): string | undefined =>
  group && isUuid(group) ? group : undefined;

/** Whether an entry names a post that exists, or must (`update`). */
export const namesPosts = ({ type, posts }: CreatePostInput): boolean =>
  type === 'update' || posts.some((entry) => postIdOf(entry) || groupOf(entry));
