/**
 * JSON Schemas of the kinds of settings that several networks have, so that they take and refuse the same
 * everywhere.
 */
import type { JsonSchema } from './contract.ts';

/** An upload `{id, path, alt?}`, or null for none; to be listed in `Network.settingsMedia` as well. */
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
 * An optional web address of at most `maxLength` characters. Null and the empty string, which existing
 * clients send for "none", are taken. So is an address with the placeholder `(post:<id>)`, which only becomes
 * one when it is published.
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

/** The largest integer of 4 bytes: what a serial column of PostgreSQL holds. */
const MAX_SERIAL = 2 ** 31 - 1;

/**
 * A number that names a record, as a text of up to 10 digits or as an integer: existing clients send both.
 */
export function serialField(description: string): JsonSchema {
  // Empty is what `minLength` refuses: a draft may still lack it.
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

/** The same, where none is an answer: null, 0, "0" and the empty string. */
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
