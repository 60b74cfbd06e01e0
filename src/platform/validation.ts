/**
 * JSON Schema → checked, typed input. Schemas are compiled once, when the module that uses them is loaded.
 */
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { createAjv, toIssues } from '../../providers/_kit/json-schema.ts';
import { ApiError } from './errors.ts';

const ajv = createAjv();
// Query values are texts.
const queryAjv = createAjv({ coerceTypes: true });

/**
 * Compiles a schema at boot. The returned function gives the typed input or throws `invalid_request` with
 * every problem.
 */
export function compile<const S extends JSONSchema>(
  schema: S,
  kind: 'body' | 'query' = 'body',
): (input: unknown) => FromSchema<S> {
  const validate = (kind === 'query' ? queryAjv : ajv).compile(schema as object);
  return (input) => {
    if (!validate(input)) throw new ApiError('invalid_request', { issues: toIssues(validate) });
    return input as FromSchema<S>;
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id of a path or body. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** @throws ApiError `invalid_id` when a path parameter is not a UUID */
export function idParam(text: string | undefined): string {
  if (!text || !isUuid(text)) {
    throw new ApiError('invalid_id', { message: `"${(text ?? '').slice(0, 60)}" is not an id` });
  }
  return text.toLowerCase();
}
