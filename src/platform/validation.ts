/**
 * JSON Schema → checked, typed input. Schemas are compiled once, when the module that uses them is loaded.
 */
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { createAjv, toIssues } from '../../providers/_kit/json-schema.ts';
import { ApiError } from './errors.ts';

// By themselves they need no schemas, which take long to load.
export { idParam, isUuid } from './ids.ts';

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
