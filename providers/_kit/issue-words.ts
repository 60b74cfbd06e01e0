/**
 * What is wrong with a value, as a sentence that follows the name of its field: "name must not be empty".
 * Every keyword of JSON Schema that a schema of Crier uses has its sentence here
 * (src/test/issue-words.test.ts).
 */
import type { ErrorObject } from 'ajv/dist/2020.js';
import { sentence } from './sentences/catalogue.ts';
import type { Sentence } from './sentences/fill.ts';

/** A part of a schema violation, as ajv reports it. */
type Params = Readonly<Record<string, unknown>>;

/** What the value of a format is called, with an example where there is one. */
const FORMATS: Readonly<Record<string, () => Sentence>> = {
  email: () => sentence('not_an_email', { example: 'name@example.org' }),
  uuid: () => sentence('not_an_id'),
  uri: () => sentence('not_a_full_url', { example: 'https://example.org/page' }),
  url: () => sentence('not_a_full_url', { example: 'https://example.org/page' }),
  'date-time': () => sentence('not_a_date_time', { example: '2031-05-04T09:30:00Z' }),
  date: () => sentence('not_a_date', { example: '2031-05-04' }),
  time: () => sentence('not_a_time', { example: '09:30:00Z' }),
  hostname: () => sentence('not_a_host', { example: 'example.org' }),
  binary: () => sentence('not_a_file'),
};

/** Where a schema has the sentence of its pattern. Clients, who get schemas as JSON, do not see it. */
const REFUSAL = Symbol('refusal');

/** A pattern of one network alone, and what it refuses a value with. */
export const patternWith = (pattern: string, refusal: Sentence) => ({ pattern, [REFUSAL]: refusal });

/**
 * The form that the values of a pattern have. Every pattern of a schema has its sentence here, or with it
 * (validation.test.ts).
 */
const PATTERNS = {
  '^https?://': 'not_a_web_url',
  '^[0-9]{1,4}$': 'not_days',
  '^[0-9]{1,18}$': 'not_an_entry_number',
  '^[0-9]*$': 'not_digits',
  '^[0-9]+$': 'not_digits',
  '^[^/\\s]+$': 'spaces_or_slash',
  '^#?[^\\s#]+$': 'not_a_hashtag',
  '^[0-9]{0,20}$': 'not_20_digits',
  '^([1-9][0-9]*)?$': 'not_a_whole_number_from_1',
  '^(0|[1-9][0-9]*)?$': 'not_a_whole_number',
  '^[\\p{L}\\p{M}\\p{Nd}]*$': 'not_letters_or_digits',
  '^(([01][0-9]|2[0-3]):[0-5][0-9])?$': 'not_a_clock_time',
  '^[0-9]{1,20}$': 'not_20_digits',
  '^[0-9]{0,10}$': 'not_10_digits',
  '^[A-Za-z0-9_-]*$': 'not_an_id_of_letters',
  '^[A-Za-z0-9_-]{0,100}$': 'not_an_id_of_letters',
  '^(@?[A-Za-z0-9._]{1,30})?$': 'not_a_user_name',
  '^[^\\n]*$': 'not_on_one_line',
  '^([A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$': 'not_a_language_code',
  '^([a-z]{2})?$': 'not_a_language_code',
  '^(#[0-9A-Fa-f]{6})?$': 'not_a_colour',
  '^[^<>]*$': 'angle_brackets',
  '^\\S+$': 'spaces',
  '^[0-9a-f]{64}$': 'not_64_hex_digits',
  '^(?:\\*|[a-z0-9-]{1,60})$': 'not_a_network',
  '^[a-z][a-z0-9_-]{0,39}$': 'not_a_plain_name',
  '^([\\p{Ll}\\p{Lo}\\p{Lm}\\p{M}\\p{Nd}]+(-[\\p{Ll}\\p{Lo}\\p{Lm}\\p{M}\\p{Nd}]+)*)?$': 'not_a_slug',
} as const;

/** The sentence of each keyword. `if` has none: its branch explains what is wrong. */
const SENTENCES: Readonly<Record<string, (params: Params, schema?: object) => Sentence>> = {
  // Null stands last.
  type: ({ type }) => {
    const types = [type].flat().map(String);
    return sentence('wrong_type', {
      types: types.toSorted((a, b) => Number(a === 'null') - Number(b === 'null')),
    });
  },
  required: () => sentence('required'),
  dependentRequired: ({ property }) => sentence('required_with', { field: String(property) }),
  additionalProperties: () => sentence('unknown_field'),
  unevaluatedProperties: () => sentence('unknown_field'),
  propertyNames: ({ propertyName }) => sentence('field_name_not_allowed', { name: String(propertyName) }),
  minProperties: ({ limit }) => sentence('too_few_fields', { min: Number(limit) }),
  maxProperties: ({ limit }) => sentence('too_many_fields', { max: Number(limit) }),
  enum: ({ allowedValues }) => sentence('not_one_of', { values: named(allowedValues) }),
  const: ({ allowedValue }) => sentence('not_the_value', { value: JSON.stringify(allowedValue) }),
  minLength: ({ limit }) => (limit === 1 ? sentence('empty') : sentence('too_short', { min: Number(limit) })),
  maxLength: ({ limit }) => sentence('too_long', { max: Number(limit) }),
  pattern: ({ pattern }, schema) =>
    refusalIn(schema) ?? sentence(hasWords(pattern) ? PATTERNS[pattern] : 'wrong_form'),
  format: ({ format }) =>
    FORMATS[String(format)]?.() ?? sentence('not_of_format', { format: String(format) }),
  minimum: ({ limit }) => sentence('too_small', { min: Number(limit) }),
  maximum: ({ limit }) => sentence('too_large', { max: Number(limit) }),
  exclusiveMinimum: ({ limit }) => sentence('not_more_than', { min: Number(limit) }),
  exclusiveMaximum: ({ limit }) => sentence('not_less_than', { max: Number(limit) }),
  multipleOf: ({ multipleOf }) => sentence('not_a_multiple', { step: Number(multipleOf) }),
  minItems: ({ limit }) => sentence('too_few_entries', { min: Number(limit) }),
  maxItems: ({ limit }) => sentence('too_many_entries', { max: Number(limit) }),
  uniqueItems: () => sentence('duplicate_entry'),
  contains: ({ minContains, maxContains }) =>
    maxContains === undefined
      ? sentence('too_few_of_kind', { min: Number(minContains) })
      : sentence('wrong_number_of_kind', { min: Number(minContains), max: Number(maxContains) }),
  anyOf: () => sentence('fits_no_form'),
  oneOf: ({ passingSchemas }) => sentence(passingSchemas ? 'fits_several_forms' : 'fits_no_form'),
  not: () => sentence('not_allowed'),
  discriminator: ({ tag }) => sentence('unknown_kind', { field: String(tag) }),
  'false schema': () => sentence('not_allowed'),
};

/** The keywords that have a sentence, for the test over all schemas. */
export const KEYWORDS_WITH_WORDS: ReadonlySet<string> = new Set(Object.keys(SENTENCES));

/** What one violation means, to be read after the name of the field. */
export const issueWords = ({
  keyword,
  params,
  parentSchema,
}: Pick<ErrorObject, 'keyword' | 'params' | 'parentSchema'>): Sentence =>
  SENTENCES[keyword]?.(params as Params, parentSchema) ?? sentence('not_valid');

const refusalIn = (schema: { readonly [REFUSAL]?: Sentence } = {}): Sentence | undefined => schema[REFUSAL];

const hasWords = (pattern: unknown): pattern is keyof typeof PATTERNS =>
  Object.hasOwn(PATTERNS, String(pattern));

/** Null and the empty string stand for a field that is not given. */
const named = (values: unknown): string[] =>
  (values as unknown[]).filter((value) => value !== null && value !== '').map(String);
