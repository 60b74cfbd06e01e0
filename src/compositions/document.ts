/**
 * What a draft of the composer holds, as the composer sends it: checked strictly, since it is stored whole.
 */
import { ApiError } from '../platform/errors.ts';
import { MAX_RULE } from '../platform/repeat/repeat-rule.ts';
import { sentence } from '../platform/sentences.ts';

/** A draft may hold texts and names of media, never media themselves. */
export const MAX_DOCUMENT_BYTES = 256 * 1024;

const uuid = (description: string) => ({ type: 'string', format: 'uuid', description }) as const;
const alt = {
  type: 'string',
  maxLength: 5000,
  description: 'Alternative text; empty if there is none',
} as const;

/** Files of one part of a template: its own texts for people who do not see them, no picture for a video. */
export const templateMediaSchema = {
  type: 'array',
  maxItems: 50,
  items: {
    type: 'object',
    properties: { id: uuid('The upload'), alt },
    required: ['id', 'alt'],
    additionalProperties: false,
  },
} as const;

const partSchema = {
  type: 'object',
  properties: {
    id: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      description: 'Distinguishes the parts while they are reordered',
    },
    text: { type: 'string', maxLength: 200_000, description: 'Plain text' },
    media: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'object',
        properties: {
          id: uuid('The upload'),
          alt,
          thumbnail: {
            type: ['string', 'null'],
            maxLength: 2048,
            description: 'Of a video: URL of the picture that stands for it',
          },
          thumbnailTimestamp: {
            type: ['number', 'null'],
            minimum: 0,
            description: 'Of a video: the moment that stands for it, in milliseconds from its start',
          },
        },
        required: ['id', 'alt'],
        additionalProperties: false,
      },
    },
    delaySeconds: {
      type: 'integer',
      minimum: 0,
      maximum: 31_536_000,
      description: 'How long to wait after the part before',
    },
  },
  required: ['id', 'text', 'media', 'delaySeconds'],
  additionalProperties: false,
} as const;

const partsSchema = { type: 'array', minItems: 1, maxItems: 100, items: partSchema } as const;

export const documentSchema = {
  type: 'object',
  description: 'The draft as the composer shows it, at most 256 KiB',
  properties: {
    channels: {
      type: 'array',
      maxItems: 100,
      uniqueItems: true,
      items: uuid('A channel'),
      description: 'The channels that it goes to, in order',
    },
    parts: { ...partsSchema, description: 'The post, then the other parts of the thread' },
    variations: {
      type: 'object',
      maxProperties: 100,
      propertyNames: { format: 'uuid' },
      additionalProperties: partsSchema,
      description: 'By channel: the parts that it gets instead',
    },
    settings: {
      type: 'object',
      maxProperties: 100,
      propertyNames: { format: 'uuid' },
      additionalProperties: { type: 'object' },
      description: 'By channel: the settings of its network',
    },
    shortLink: { type: 'boolean', description: 'Whether its links become short; false by default' },
    repeat: {
      type: ['string', 'null'],
      maxLength: MAX_RULE,
      description: 'The rule of iCalendar by which it is repeated',
    },
    edits: {
      type: 'object',
      description: 'Of a change of a post that waits: it is kept here until it is saved',
      properties: {
        post: uuid('The post'),
        coming: {
          type: 'object',
          description: 'Of a coming date of a series, which gets this post when the change is saved',
          properties: {
            post: uuid('The post that stands for it'),
            date: { type: 'string', format: 'date-time' },
            revision: { type: 'integer', minimum: 0 },
          },
          required: ['post', 'date', 'revision'],
          additionalProperties: false,
        },
        revision: { type: 'integer', minimum: 0, description: 'Of the post, when the change was begun' },
        scope: {
          type: ['string', 'null'],
          enum: ['following', 'all', null],
          description: 'Which others of its series change with it; null = none',
        },
        base: {
          type: 'object',
          description: 'What the post had when the change was begun: what differs from it was changed',
          properties: {
            date: { type: 'string', format: 'date-time' },
            repeat: { type: ['string', 'null'], maxLength: MAX_RULE },
            shortLink: { type: 'boolean' },
          },
          required: ['date', 'repeat', 'shortLink'],
          additionalProperties: false,
        },
        also: {
          type: 'array',
          maxItems: 1000,
          description: 'The others that change with it',
          items: {
            type: 'object',
            properties: { id: uuid('A post'), revision: { type: 'integer', minimum: 0 } },
            required: ['id', 'revision'],
            additionalProperties: false,
          },
        },
      },
      required: ['post', 'revision', 'scope'],
      additionalProperties: false,
    },
    tags: { type: 'array', maxItems: 100, items: { type: 'string', minLength: 1, maxLength: 200 } },
    when: {
      type: 'object',
      properties: {
        kind: { type: 'string', enum: ['now', 'at', 'slot'], description: 'slot = the next free one' },
        date: {
          type: ['string', 'null'],
          format: 'date-time',
          description: 'With at: the date, or null while none is chosen',
        },
        onlyFree: { type: 'boolean', description: 'As in POST /posts' },
      },
      required: ['kind', 'date'],
      additionalProperties: false,
    },
  },
  required: ['channels', 'parts', 'variations', 'settings', 'tags', 'when'],
  additionalProperties: false,
} as const;

interface Part {
  readonly id: string;
  readonly text: string;
  readonly media: readonly { readonly id: string; readonly alt: string }[];
  readonly delaySeconds: number;
}

export interface Document {
  readonly channels: readonly string[];
  readonly parts: readonly Part[];
  readonly variations: Readonly<Record<string, readonly Part[]>>;
  readonly settings: Readonly<Record<string, object>>;
  readonly shortLink?: boolean;
  readonly edits?: {
    readonly post: string;
    readonly coming?: { readonly post: string; readonly date: string; readonly revision: number };
    readonly revision: number;
    readonly scope: 'following' | 'all' | null;
    readonly base?: { readonly date: string; readonly repeat: string | null; readonly shortLink: boolean };
    readonly also?: readonly { readonly id: string; readonly revision: number }[];
  };
  readonly tags: readonly string[];
  readonly when: {
    readonly kind: 'now' | 'at' | 'slot';
    readonly date: string | null;
    readonly onlyFree?: boolean;
  };
}

/** The ids of every upload that a draft names, each once. */
export function mediaIdsOf({ parts, variations }: Document): string[] {
  const all = [parts, ...Object.values(variations)].flat();
  return [...new Set(all.flatMap(({ media }) => media.map(({ id }) => id)))];
}

/** The draft as JSON. @throws ApiError `invalid_request` when it is too large */
export function serialize(document: Document): string {
  const json = JSON.stringify(document);
  const bytes = Buffer.byteLength(json, 'utf8');
  if (bytes > MAX_DOCUMENT_BYTES) {
    const problem = sentence('draft_too_large', { size: bytes, max: MAX_DOCUMENT_BYTES });
    throw new ApiError('invalid_request', { issues: [{ path: 'document', ...problem }] });
  }
  return json;
}
