/** Small schemas that larger ones are made of. */
import type { Schema } from './operation.ts';

/** An object that has all of these properties. */
export const record = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
export const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const text = (description: string) => ({ type: 'string', description }) as const;
/** A text, or null where there is none. */
export const textOrNull = (description: string): Schema => ({ type: ['string', 'null'], description });
/** A UUID, or for what came over the cuid that it had before. */
export const ID_FORM = '^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|c[0-9a-z]{20,40})$';
/** Not of the format `uuid`, with which clients would refuse old ids. */
export const id = (description: string): Schema => ({ type: 'string', pattern: ID_FORM, description });
export const instant = (description: string): Schema => ({
  type: 'string',
  format: 'date-time',
  description: `${description} (ISO 8601, UTC)`,
});
/** An instant, or null when there is none (yet). */
export const instantOrNull = (description: string): Schema => ({
  type: ['string', 'null'],
  format: 'date-time',
  description: `${description} (ISO 8601, UTC)`,
});
/** A number of things. */
export const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });
export const flag = (description: string): Schema => ({ type: 'boolean', description });
export const orNull = (schema: Schema, description?: string): Schema => ({
  anyOf: [schema, { type: 'null' }],
  ...(description ? { description } : {}),
});
/** The values of a sentence, where it has any. */
export const params = {
  type: 'object',
  additionalProperties: {
    anyOf: [
      { type: 'string' },
      { type: 'number' },
      { type: 'array', items: { type: 'string' } },
      { $ref: '#/components/schemas/Sentence' },
    ],
  },
  description: 'The values in the message, for readers of other languages; absent where it has none',
} as const satisfies Schema;
/** A sentence with what it is made from, beside other properties. */
export function sentenceWith(message: string, properties: Readonly<Record<string, Schema>> = {}): Schema {
  const shape = record({
    ...properties,
    message: text(message),
    code: text('Names the sentence. It is stable; the message may change'),
  });
  return { ...shape, properties: { ...(shape.properties as object), params } };
}
/** A member's role. */
export const role: Schema = {
  enum: ['owner', 'admin', 'member'],
  description:
    'Owners may do everything; admins everything except deleting the organisation and changing owners; members work with posts',
};
/** The answer of an operation that has nothing to return. */
export const success: Schema = record({ success: { const: true } });
