import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import { ApiError, type Issue } from './errors.ts';

const ajv = new Ajv2020({ allErrors: true, useDefaults: true, strict: true, allowUnionTypes: true });
addFormats.default(ajv);
// Query values are texts.
const queryAjv = new Ajv2020({ allErrors: true, useDefaults: true, coerceTypes: true, strict: true });
addFormats.default(queryAjv);

/** Compiles a schema at boot. The returned function gives the typed input or throws `invalid_request` with every problem. */
export function compile<const S extends JSONSchema>(schema: S, kind: 'body' | 'query' = 'body'): (input: unknown) => FromSchema<S> {
  const validate = (kind === 'query' ? queryAjv : ajv).compile(schema as object);
  return (input) => {
    if (!validate(input)) throw new ApiError('invalid_request', { issues: toIssues(validate) });
    return input as FromSchema<S>;
  };
}

/** Compiles a provider's settings schema; returns the problems instead of throwing. */
export function compileSettings(schema: object): (settings: unknown) => Issue[] {
  const validate = ajv.compile(schema);
  return (settings) => (validate(settings) ? [] : toIssues(validate));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id of a path or body. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** @throws ApiError `invalid_id` when a path parameter is not a UUID */
export function idParam(text: string | undefined): string {
  if (!text || !isUuid(text)) throw new ApiError('invalid_id', { message: `"${(text ?? '').slice(0, 60)}" is not an id` });
  return text.toLowerCase();
}

/** A body of a million wrong items must not make an answer of a million lines. */
const MAX_ISSUES = 50;

function toIssues(validate: ValidateFunction): Issue[] {
  const errors = validate.errors ?? [];
  const issues = errors.slice(0, MAX_ISSUES).map((error) => ({ path: pathOf(error), message: wordsOf(error) }));
  return errors.length > MAX_ISSUES ? [...issues, { path: 'body', message: `has ${errors.length - MAX_ISSUES} more problems` }] : issues;
}

function pathOf(error: ErrorObject): string {
  const parts = error.instancePath.split('/').slice(1).map((p) => p.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (error.keyword === 'required') parts.push(String(error.params.missingProperty));
  if (error.keyword === 'additionalProperties') parts.push(String(error.params.additionalProperty));
  return parts.join('.') || 'body';
}

function wordsOf({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'required') return 'is required';
  if (keyword === 'additionalProperties') return 'is not a known field';
  if (keyword === 'enum') return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
  if (keyword === 'const') return `must be ${JSON.stringify(params.allowedValue)}`;
  if (keyword === 'minItems') return `must contain at least ${params.limit} elements`;
  return message ?? 'is not valid';
}
