/**
 * What is wrong with a value, as a sentence that follows the name of its field: "name must not be empty".
 * Every keyword of JSON Schema that a schema of Crier uses has its message here
 * (src/platform/validation.test.ts).
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

/**
 * The form that the values of a pattern have. Every pattern of a schema has its text here
 * (validation.test.ts).
 */
const PATTERNS: Readonly<Record<string, string>> = {
  '^https?://': 'must begin with http:// or https://',
  '^[0-9]{1,4}$': 'must be a number of days such as 30',
  '^[0-9]{1,18}$': 'must be the number of an entry, digits only',
  '^[0-9]*$': 'must have digits only',
  '^[0-9]+$': 'must have digits only',
  '^[^/\\s]+$': 'must not have spaces or / in it',
  '^[0-9]{0,20}$': 'must have digits only, at most 20',
  '^([1-9][0-9]*)?$': 'must be a whole number from 1, digits only',
  '^(0|[1-9][0-9]*)?$': 'must be a whole number, digits only',
  '^[\\p{L}\\p{M}\\p{Nd}]*$': 'must have letters and digits only',
  '^(([01][0-9]|2[0-3]):[0-5][0-9])?$': 'must be a time such as 09:30',
  '^(@?[A-Za-z0-9._]{1,30})?$': 'must be a user name: at most 30 letters, digits, dots and underscores',
  '^[^\\n]*$': 'must be on one line',
  '^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$': 'must be a code of a language such as de',
  '^(#[0-9A-Fa-f]{6})?$': 'must be a colour such as #ff8800',
  '^(/?[rR]/)?[A-Za-z0-9_-]*/?$': 'must be the name of a subreddit such as r/food',
  '^(https://x\\.com/i/communities/[0-9]{1,19})?$':
    'must be an address such as https://x.com/i/communities/1234',
  '^[^<>]*$': 'must not have < or > in it',
  '^\\S+$': 'must not have spaces in it',
  '^[0-9a-f]{64}$': 'must be 64 hexadecimal digits in lower case',
  '^(?:\\*|[a-z0-9-]{1,60})$': 'must be the name of a network, or *',
  '^[a-z][a-z0-9_-]{0,39}$': 'must be a name of lower-case letters, digits, - and _, at most 40',
};

const counted = (count: unknown, one: string, many: string): string =>
  `${String(count)} ${Number(count) === 1 ? one : many}`;
const characters = ({ limit }: Params): string => counted(limit, 'character', 'characters');
const entries = ({ limit }: Params): string => counted(limit, 'entry', 'entries');
const fields = ({ limit }: Params): string => counted(limit, 'field', 'fields');

/** The message of each keyword. `if` has none: its branch explains what is wrong. */
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

/** The keywords that have a message, for the test over all schemas. */
export const KEYWORDS_WITH_WORDS: ReadonlySet<string> = new Set(Object.keys(WORDS));

/** What one violation means, to be read after the name of the field. */
export function issueWords({ keyword, params }: Pick<ErrorObject, 'keyword' | 'params'>): string {
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
