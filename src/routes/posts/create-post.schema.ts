/**
 * POST /public/v1/posts
 *
 * Answers 201 `[{postId, integration}]`, one element for each `posts[]` entry, in order.
 * Refuses with invalid_json, invalid_request, invalid_date, integration_not_found, foreign_resource, channel_disabled,
 * channel_disconnected, provider_mismatch, media_not_stored, invalid_content, body_too_large, idempotency_key_reused.
 */
// The answer of an upload can be sent as it is: what it leaves open is null there.
const media = {
  type: 'object',
  properties: {
    id: { type: ['string', 'null'], maxLength: 2048 }, path: { type: 'string', minLength: 1, maxLength: 2048 },
    alt: { type: ['string', 'null'], maxLength: 5000 }, thumbnail: { type: ['string', 'null'] },
  },
  required: ['path'],
} as const;

const value = {
  type: 'array',
  minItems: 1,
  maxItems: 100,
  items: {
    type: 'object',
    properties: {
      /** The longest text that a network takes is 100,000 characters; HTML around it counts here. */
      content: { type: 'string', maxLength: 200_000 },
      image: { type: 'array', maxItems: 50, items: media },
      id: { type: ['string', 'null'] },
      /** Minutes to wait after the part before; ignored on the first. */
      delay: { type: 'number', minimum: 0, maximum: 525_600 },
    },
    required: ['content'],
  },
} as const;

/** The body. Unknown fields are ignored, as existing clients send several. */
export const createPostBody = {
  type: 'object',
  properties: {
    type: { type: 'string', enum: ['schedule', 'now', 'draft'] },
    date: { type: 'string', maxLength: 64 },
    shortLink: { type: 'boolean' },
    tags: {
      type: 'array',
      maxItems: 100,
      items: { type: 'object', properties: { value: { type: 'string', maxLength: 200 }, label: { type: 'string', maxLength: 200 } }, required: ['value', 'label'] },
    },
    /** Days between repetitions. */
    inter: { type: ['integer', 'null'], minimum: 0, maximum: 3650 },
    order: { type: ['string', 'null'] },
    creationMethod: { type: ['string', 'null'] },
    posts: {
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: {
        type: 'object',
        properties: {
          integration: { type: 'object', properties: { id: { type: 'string', maxLength: 255 } }, required: ['id'] },
          value,
          group: { type: ['string', 'null'] },
          settings: { type: 'object' },
        },
        required: ['integration', 'value'],
      },
    },
  },
  required: ['type', 'date', 'posts'],
} as const;

export { value as valueSchema };
