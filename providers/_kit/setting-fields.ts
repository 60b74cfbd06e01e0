/** JSON Schemas of settings that several networks have, so that all of them accept the same values. */
import type { JsonSchema } from './contract.ts';

/** An upload `{id, path, alt?}`, or null for none; list it in `Network.settingsMedia` too. */
export function uploadField(description: string): JsonSchema {
  return {
    type: ['object', 'null'],
    properties: {
      id: { type: ['string', 'null'], maxLength: 2048 },
      path: { type: 'string', minLength: 1, maxLength: 2048 },
      alt: { type: ['string', 'null'], maxLength: 5000 },
    },
    required: ['path'],
    description,
  };
}

/**
 * An optional URL of at most `maxLength` characters. Existing clients send null or the empty string for
 * "none". The placeholder `(post:<id>)` is accepted: it becomes a URL when the post is published.
 */
export function urlField(description: string, maxLength = 2048): JsonSchema {
  return {
    type: ['string', 'null'],
    maxLength,
    if: { pattern: '^$|\\(post:' },
    else: { format: 'uri', pattern: '^https?://' },
    description,
  };
}

/** The largest value of a serial column in PostgreSQL. */
const MAX_SERIAL = 2 ** 31 - 1;

/** The number of a record: an integer, or a string of up to 10 digits; existing clients send both. */
export function serialField(description: string): JsonSchema {
  // The pattern accepts the empty string, so that only `minLength` rejects it: a draft may lack the value.
  return {
    type: ['string', 'integer'],
    minLength: 1,
    maxLength: 10,
    pattern: '^([1-9][0-9]*)?$',
    minimum: 1,
    maximum: MAX_SERIAL,
    description,
  };
}

/** An optional record number; null, 0, "0" and the empty string mean none. */
export function optionalSerialField(description: string): JsonSchema {
  return {
    type: ['string', 'integer', 'null'],
    maxLength: 10,
    pattern: '^(0|[1-9][0-9]*)?$',
    minimum: 0,
    maximum: MAX_SERIAL,
    description,
  };
}
