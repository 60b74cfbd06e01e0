/**
 * Compiles JSON Schemas (draft 2020-12) into checks that report every problem with its path and a message.
 */
import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { ContentIssue, JsonSchema } from './contract.ts';
import { issueWords } from './issue-words.ts';
import { sentence } from './sentences/catalogue.ts';

/** A body with a million wrong items must not produce a million lines. */
const MAX_ISSUES = 50;

/** Keywords that a draft may violate: what is missing can still be added. */
const UNFINISHED = new Set(['required', 'dependentRequired', 'minItems', 'minLength', 'minProperties']);

/** A schema compiler. Unknown keywords are an error, so that a misspelt rule is not silently ignored. */
export function createAjv(options: Options = {}): Ajv2020 {
  // `required` in a branch (`if`, `allOf`) names properties that are defined beside it.
  const ajv = new Ajv2020({
    allErrors: true,
    useDefaults: true,
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    verbose: true,
    ...options,
  });
  addFormats.default(ajv);
  // What a number counts: the web app asks for durations in minutes, hours or days.
  ajv.addVocabulary(['x-unit']);
  // That of ajv also takes `urn:uuid:…`, which PostgreSQL does not.
  ajv.addFormat('uuid', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
  // An id whose handler explains what is wrong with it; the document shows the form of both.
  ajv.addFormat('id', true);
  return ajv;
}

const ajv = createAjv();

/**
 * A function that returns the problems of a value and fills in defaults. The schema is compiled when the
 * first value is checked. With `unfinished`, missing values are not reported.
 */
export function compileCheck(
  schema: JsonSchema,
): (value: unknown, options?: { unfinished?: boolean }) => ContentIssue[] {
  let compiled: ValidateFunction | undefined;
  return (value, { unfinished = false } = {}) => {
    const validate = (compiled ??= ajv.compile(schema));
    return validate(value) ? [] : toIssues(validate, unfinished);
  };
}

/** The problems that a validation found: the first 50, and how many more there are. */
export function toIssues(validate: ValidateFunction, unfinished = false): ContentIssue[] {
  // `if` only reports that its branch failed; the branch itself explains why.
  const errors = (validate.errors ?? []).filter(
    ({ keyword }) => keyword !== 'if' && !(unfinished && UNFINISHED.has(keyword)),
  );
  const issues = errors.slice(0, MAX_ISSUES).map((error) => ({ path: pathOf(error), ...issueWords(error) }));
  return errors.length > MAX_ISSUES
    ? [...issues, { path: 'body', ...sentence('more_problems', { count: errors.length - MAX_ISSUES }) }]
    : issues;
}

function pathOf(error: ErrorObject): string {
  const parts = error.instancePath
    .split('/')
    .slice(1)
    .map((p) => p.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (error.keyword === 'required' || error.keyword === 'dependentRequired') {
    parts.push(String(error.params.missingProperty));
  }
  if (error.keyword === 'additionalProperties') parts.push(String(error.params.additionalProperty));
  if (error.keyword === 'unevaluatedProperties') parts.push(String(error.params.unevaluatedProperty));
  return parts.join('.') || 'body';
}
