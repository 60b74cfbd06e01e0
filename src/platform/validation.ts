/**
 * JSON Schema → checked, typed input. A schema is compiled once, when the first input is checked: a process
 * that starts does not wait for the schemas of operations that nobody calls.
 */
import type { ValidateFunction } from 'ajv';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { createAjv, toIssues } from '../../providers/_kit/json-schema.ts';
import { ApiError } from './errors.ts';

// By themselves they need no schemas, which take long to load.
export { idParam, isUuid } from './ids.ts';

const ajv = createAjv();
// Query values are texts.
const queryAjv = createAjv({ coerceTypes: true });

/**
 * The check of inputs by a schema. The returned function gives the typed input or throws `invalid_request`
 * with every problem.
 */
export function compile<const S extends JSONSchema>(
  schema: S,
  kind: 'body' | 'query' = 'body',
): (input: unknown) => FromSchema<S> {
  let compiled: ValidateFunction | undefined;
  return (input) => {
    const validate = (compiled ??= (kind === 'query' ? queryAjv : ajv).compile(schema as object));
    if (!validate(input)) throw new ApiError('invalid_request', { issues: toIssues(validate) });
    return input as FromSchema<S>;
  };
}
