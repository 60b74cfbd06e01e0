/**
 * What a value does wrong, as a sentence that follows the name of its field: "name must not be empty". Every
 * keyword of JSON Schema that a schema of Crier uses has its words here (src/platform/validation.test.ts).
 */
import type { ErrorObject } from 'ajv/dist/2020.js';

/** A part of a schema violation, as ajv reports it. */
type Params = Readonly<Record<string, unknown>>;

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address such as name@example.org',
  uuid: 'an id, which is a UUID',
  uri: 'a full address such as https://example.org/page',
  url: 'a full address such as https://example.org/page',
  'date-time': 'a date and time such as 2031-05-04T09:30:00Z',
  date: 'a date such as 2031-05-04',
  time: 'a time such as 09:30:00Z',
  hostname: 'the name of a host such as example.org',
  binary: 'a file',
};

/** Patterns of fields that have no words of their own. */
const PATTERNS: Readonly<Record<string, string>> = { '^https?://': 'must begin with http:// or https://' };

const counted = (count: unknown, one: string, many: string): string =>
  `${String(count)} ${Number(count) === 1 ? one : many}`;
const characters = ({ limit }: Params): string => counted(limit, 'character', 'characters');
const entries = ({ limit }: Params): string => counted(limit, 'entry', 'entries');
const fields = ({ limit }: Params): string => counted(limit, 'field', 'fields');

/** The words of each keyword. `if` has none: its branch says what is wrong. */
const WORDS: Readonly<Record<string, (params: Params) => string>> = {
  type: ({ type }) => `must be ${either([type].flat().map(String))}`,
  required: () => 'is required',
  dependentRequired: ({ property }) => `is required with ${String(property)}`,
  additionalProperties: () => 'is not a known field',
  unevaluatedProperties: () => 'is not a known field',
  propertyNames: ({ propertyName }) => `has a field whose name is not allowed: ${String(propertyName)}`,
  minProperties: (params) => `must have at least ${fields(params)}`,
  maxProperties: (params) => `must have at most ${fields(params)}`,
  // Null and the empty string stand for a field that is not given.
  enum: ({ allowedValues }) => `must be one of ${named(allowedValues).join(', ')}`,
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  minLength: (params) =>
    params.limit === 1 ? 'must not be empty' : `must have at least ${characters(params)}`,
  maxLength: (params) => `must have at most ${characters(params)}`,
  pattern: ({ pattern }) => PATTERNS[String(pattern)] ?? 'does not have the right form',
  format: ({ format }) => `must be ${FORMATS[String(format)] ?? `a valid ${String(format)}`}`,
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `must be more than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `must be less than ${String(limit)}`,
  multipleOf: ({ multipleOf }) => `must be a multiple of ${String(multipleOf)}`,
  minItems: (params) => `must have at least ${entries(params)}`,
  maxItems: (params) => `must have at most ${entries(params)}`,
  uniqueItems: () => 'must not have the same entry twice',
  contains: ({ minContains, maxContains }) =>
    maxContains === undefined
      ? `must have at least ${entriesOfKind(minContains)}`
      : `must have ${String(minContains)} to ${entriesOfKind(maxContains)}`,
  anyOf: () => 'fits none of the forms that are allowed here',
  oneOf: ({ passingSchemas }) =>
    passingSchemas
      ? 'fits several forms of which only one may apply'
      : 'fits none of the forms that are allowed here',
  not: () => 'is not allowed here',
  discriminator: ({ tag }) => `must say with ${String(tag)} which of the known kinds it is`,
  'false schema': () => 'is not allowed here',
};

/** The keywords that have words, for the test over all schemas. */
export const KEYWORDS_WITH_WORDS: ReadonlySet<string> = new Set(Object.keys(WORDS));

/** What one violation means, to be read after the name of the field. */
export function issueWords({ keyword, params, parentSchema }: ErrorObject): string {
  // The description of the field is easier to read than its regular expression.
  if (keyword === 'pattern' && parentSchema?.description && !PATTERNS[String(params.pattern)]) {
    return `is not ${parentSchema.description}`;
  }
  return WORDS[keyword]?.(params as Params) ?? 'is not valid';
}

/** "text or null", with null last. */
function either(types: readonly string[]): string {
  const known = types.toSorted((a, b) => Number(a === 'null') - Number(b === 'null'));
  return known.map((type) => TYPES[type] ?? type).join(' or ');
}

const named = (values: unknown): unknown[] =>
  (values as unknown[]).filter((value) => value !== null && value !== '');

const entriesOfKind = (count: unknown): string =>
  counted(count, 'entry of the kind that is needed', 'entries of the kind that is needed');
