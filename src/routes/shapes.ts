/** Small shapes that the answers of the web app's operations are made of. */
import type { Schema } from './operation.ts';

/** An object with these properties, all of them there. */
export const record = (properties: Readonly<Record<string, Schema>>): Schema => ({ type: 'object', properties, required: Object.keys(properties), additionalProperties: false });
export const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const text = (description: string): Schema => ({ type: 'string', description });
export const textOrNull = (description: string): Schema => ({ type: ['string', 'null'], description });
export const id = (description: string): Schema => ({ type: 'string', format: 'uuid', description });
export const instant = (description: string): Schema => ({ type: 'string', format: 'date-time', description: `${description} (ISO 8601, UTC)` });
export const instantOrNull = (description: string): Schema => ({ type: ['string', 'null'], format: 'date-time', description: `${description} (ISO 8601, UTC)` });
export const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description });
export const role: Schema = { enum: ['owner', 'admin', 'member'], description: 'Owners may do everything; admins all but delete the organisation and change owners; members work with posts' };
/** What is answered when there is nothing to say. */
export const success: Schema = record({ success: { const: true } });
