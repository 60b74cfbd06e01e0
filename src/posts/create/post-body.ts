/**
 * A request about a post: the schema of its body and of the parts that other requests share, and the types
 * that follow from them.
 */
import type { FromSchema } from 'json-schema-to-ts';
import type { Body } from '../../http/operation.ts';
import { onlyFreeField } from '../../channels/take-slots.ts';
import { repeatField } from '../series/repeat-input.ts';
import { isUuid } from '../../platform/validation.ts';

/** 50 MB of base64 in a `data:` URI; the body's own limit comes first. */
const MAX_URL = 70_000_000;

// The answer of an upload can be sent as it is: what it leaves open is null there.
const media = {
  type: 'object',
  description: 'An upload. URLs on other hosts are fetched and data: URLs decoded; both become uploads',
  properties: {
    id: {
      type: ['string', 'null'],
      maxLength: MAX_URL,
      description: "The upload's id; anything else is ignored",
    },
    path: {
      type: 'string',
      minLength: 1,
      maxLength: MAX_URL,
      description: 'URL of the upload, https URL of a file elsewhere, or data:…;base64,…',
    },
    alt: {
      type: ['string', 'null'],
      maxLength: 5000,
      description: 'Alternative text, for people who cannot see it',
    },
    thumbnail: {
      type: ['string', 'null'],
      maxLength: MAX_URL,
      description: 'Of a video: URL of the picture that stands for it, as path; else ignored',
    },
    thumbnailTimestamp: {
      type: ['number', 'null'],
      minimum: 0,
      description: 'Of a video: the moment that stands for it, in milliseconds from its start',
    },
  },
  required: ['path'],
} as const;

/** The parts of a thread. */
export const valueSchema = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  description: 'The first part, then the other parts of the thread',
  items: {
    type: 'object',
    properties: {
      content: {
        type: 'string',
        maxLength: 1_000_000,
        description:
          'Text, published as it is; or HTML, if it has a tag (others than p, br, strong, em, u, s, code, a, ul, ol, ' +
          'li, h1 to h3, div, blockquote, hr and span become lines or are taken out). May be empty beside media',
      },
      image: { type: 'array', maxItems: 50, items: media },
      id: {
        type: ['string', 'null'],
        maxLength: 255,
        description: 'In the first part: the id of a post to change in place',
      },
      delay: {
        type: 'number',
        minimum: 0,
        maximum: 525_600,
        description: 'Minutes to wait after the previous part; ignored for the first part',
      },
    },
    required: ['content'],
  },
} as const;

/** Labels; unknown ones become tags. */
export const tagsSchema = {
  type: 'array',
  maxItems: 100,
  description: 'Labels of tags; new ones are added to the organisation',
  items: {
    type: 'object',
    properties: {
      value: { type: ['string', 'null'], maxLength: 200, description: 'Accepted but ignored' },
      label: { type: 'string', minLength: 1, maxLength: 200, description: 'The name of the tag' },
    },
    required: ['label'],
  },
} as const;

/** Replaced in the document by the component that `$comment` names: the settings of all networks. */
export const settingsField = {
  type: 'object',
  $comment: 'Settings',
  description: 'Settings for the network; may be omitted if none are required',
} as const;

export const shortLinkField = {
  type: 'boolean',
  description:
    'Whether the links of the text become short ones, whose clicks are counted; false by default. The organisation may have decided it for all posts',
} as const;

/** The body. Unknown fields are ignored, as existing clients send several. */
export const createPostBody = {
  type: 'object',
  properties: {
    type: {
      type: 'string',
      enum: ['schedule', 'now', 'draft', 'update', 'queue'],
      description:
        'queue gives each post the next free posting time of its channel; update changes the posts named in value[0].id without changing their state',
    },
    date: {
      type: ['string', 'null'],
      maxLength: 64,
      description:
        'ISO 8601: with Z, with an offset, without a zone (taken as UTC), as a date alone, or with a space instead of the T. Required with the types schedule and update. The types now and queue ignore it; a draft without one, or with null, gets the moment at which it is stored',
    },
    onlyFree: onlyFreeField,
    shortLink: shortLinkField,
    tags: tagsSchema,
    inter: {
      type: ['integer', 'null'],
      minimum: 0,
      maximum: 3650,
      description: 'Repeats the post every this many days',
    },
    repeat: repeatField,
    order: { type: ['string', 'null'], maxLength: 255, description: 'Accepted but ignored' },
    creationMethod: {
      type: ['string', 'null'],
      maxLength: 255,
      description: 'CLI; anything else counts as API',
    },
    republish: {
      type: 'boolean',
      description: 'With the id of a published post: publishes it again as a new post',
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
            properties: {
              id: { type: 'string', format: 'id', maxLength: 255, description: "The channel's id" },
            },
            required: ['id'],
          },
          value: valueSchema,
          group: {
            type: ['string', 'null'],
            maxLength: 255,
            description:
              "Group of a post to be replaced by this one, if it is a UUID; any other text is the client's own and comes back as the post's group",
          },
          settings: settingsField,
        },
        required: ['integration', 'value'],
      },
    },
  },
  // The date is required too, with types "schedule" and "update" (create-post.ts).
  required: ['type', 'posts'],
} as const;

/** The body of POST /public/v1/posts. */
export type CreatePostInput = Body<FromSchema<typeof createPostBody>>;

/** One element of `posts`: a channel, and what is to go there. */
export type EntryInput = CreatePostInput['posts'][number];

/** One element of `value`: a part of the thread. */
export type ValueInput = EntryInput['value'][number];

/** One element of `tags`. */
export type TagInput = NonNullable<CreatePostInput['tags']>[number];

/** The names of the tags that a request asks for, each once, in order. */
export const tagNames = (tags: readonly TagInput[] = []): string[] => [
  ...new Set(tags.map((tag) => tag.label.trim()).filter(Boolean)),
];

/** A group that is the client's own: it replaces nothing and comes back as it was given. */
export const ownGroupOf = ({ group }: EntryInput): string | null => (group && !isUuid(group) ? group : null);
