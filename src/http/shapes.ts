/** Small shapes that schemas are made of: of answers, and of what the web app's operations take. */
import type { Schema } from './operation.ts';

/** An object with these properties, all of them there. */
export const record = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
/** A list. */
export const listOf = (items: Schema): Schema => ({ type: 'array', items });
/** A text of any length. */
export const text = (description: string) => ({ type: 'string', description }) as const;
/** A text, or null where there is none. */
export const textOrNull = (description: string): Schema => ({ type: ['string', 'null'], description });
/** The id of a row. */
export const id = (description: string): Schema => ({ type: 'string', format: 'uuid', description });
/** A point in time. */
export const instant = (description: string): Schema => ({
  type: 'string',
  format: 'date-time',
  description: `${description} (ISO 8601, UTC)`,
});
/** A point in time, or null when it did not come (yet). */
export const instantOrNull = (description: string): Schema => ({
  type: ['string', 'null'],
  format: 'date-time',
  description: `${description} (ISO 8601, UTC)`,
});
/** How many there are. */
export const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });
/** Yes or no. */
export const flag = (description: string): Schema => ({ type: 'boolean', description });
/** This shape, or null. */
export const orNull = (schema: Schema, description?: string): Schema => ({
  anyOf: [schema, { type: 'null' }],
  ...(description ? { description } : {}),
});
/** What somebody may do in an organisation. */
export const role: Schema = {
  enum: ['owner', 'admin', 'member'],
  description:
    'Owners may do everything; admins all but delete the organisation and change owners; members work with posts',
};
/** What is answered when there is nothing to say. */
export const success: Schema = record({ success: { const: true } });
