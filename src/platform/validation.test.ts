import { describe, expect, it } from '@jest/globals';
import type { ApiError } from './errors.ts';
import { issueWords } from '../../providers/_kit/issue-words.ts';
import type { Provider } from '../../providers/_kit/contract.ts';
import { createRegistry } from '../../providers/index.ts';
import { appOperations, operations } from '../run/operations.ts';
import { idFilter } from './id-filter.ts';
import { compile, idParam, isUuid } from './validation.ts';

const refusalOf = (work: () => unknown): ApiError => {
  try {
    work();
  } catch (error) {
    return error as ApiError;
  }
  throw new Error('was not refused');
};

describe('a compiled schema', () => {
  const check = compile({
    type: 'object',
    properties: {
      'a/b': { type: 'string' },
      list: { type: 'array', minItems: 1, items: { type: 'integer' } },
      kind: { const: 'x' },
      word: { enum: ['one', 'two'] },
    },
    required: ['kind'],
    additionalProperties: false,
  } as const);

  it('returns a value that fits', () => {
    expect(check({ kind: 'x', list: [1], 'a/b': '' })).toEqual({ kind: 'x', list: [1], 'a/b': '' });
  });

  it('names the place of every problem, with a message', () => {
    expect(refusalOf(() => check({ 'a/b': 1, list: [], word: 'three', extra: 1 }))).toMatchObject({
      code: 'invalid_request',
      status: 400,
      issues: expect.arrayContaining([
        { path: 'kind', message: 'is required', code: 'required' },
        { path: 'extra', message: 'is not a known field', code: 'unknown_field' },
        { path: 'a/b', message: 'must be text', code: 'wrong_type', params: { types: ['string'] } },
        { path: 'list', message: 'must have at least 1 entry', code: 'too_few_entries', params: { min: 1 } },
        {
          path: 'word',
          message: 'must be one of one, two',
          code: 'not_one_of',
          params: { values: ['one', 'two'] },
        },
      ]),
    });
    expect(refusalOf(() => check({ kind: 'y', list: [1, 'two'] })).issues).toEqual(
      expect.arrayContaining([
        { path: 'kind', message: 'must be "x"', code: 'not_the_value', params: { value: '"x"' } },
        {
          path: 'list.1',
          message: 'must be a whole number',
          code: 'wrong_type',
          params: { types: ['integer'] },
        },
      ]),
    );
  });

  it('accepts no number for a text, except in a query, where everything is text', () => {
    const schema = { type: 'object', properties: { page: { type: 'integer' } } } as const;
    expect(refusalOf(() => compile(schema)({ page: '2' })).code).toBe('invalid_request');
    expect(compile(schema, 'query')({ page: '2' })).toEqual({ page: 2 });
    expect(refusalOf(() => compile(schema, 'query')({ page: 'two' })).code).toBe('invalid_request');
  });
});

describe('an id', () => {
  it.each(['01900000-0000-7000-8000-000000000000', 'A19A9C6E-8F0A-7C3E-9D57-2B1F6A4E8C21'])(
    'can be %s',
    (id) => {
      expect(isUuid(id)).toBe(true);
      expect(idParam(id)).toBe(id.toLowerCase());
    },
  );

  it.each([
    ['nothing', ''],
    ['a letter', 'x'],
    ['with a letter beyond f', '01900000-0000-7000-8000-00000000000g'],
    ['with the end of a line', '01900000-0000-7000-8000-000000000000\n'],
    ['with a space', ' 01900000-0000-7000-8000-000000000000'],
    ['of 100,000 characters', `${'0'.repeat(100_000)}-`],
  ])('cannot be %s, which is refused in few words', (_what, id) => {
    expect(refusalOf(() => idParam(id))).toMatchObject({ code: 'invalid_id' });
    expect(refusalOf(() => idParam(id)).message.length).toBeLessThan(150);
  });
});

describe('a filter by an id', () => {
  it.each(['x', '7', '', 'cm4xk2j9p0001abcdefghijkl'])('is the id of nothing for %j', (text) => {
    expect(idFilter(text)).toBe('00000000-0000-0000-0000-000000000000');
  });
});

describe('a value of the wrong form', () => {
  /** By the pattern, the schema that has it. */
  const patternsIn = (schema: unknown): [pattern: string, schema: object][] =>
    typeof schema !== 'object' || schema === null
      ? []
      : Object.entries(schema).flatMap(([key, value]): [string, object][] =>
          key === 'pattern' && typeof value === 'string' ? [[value, schema]] : patternsIn(value),
        );
  const networks = [...createRegistry({ sandbox: true }).values()];
  const patterns = new Map(
    [
      ...[...operations(), ...appOperations()].flatMap(({ body, query }) => [body, query]),
      ...networks.flatMap((network) => [
        network.settingsSchema,
        ...Object.values((network as Partial<Provider>).tools ?? {}).map((tool) => tool.inputSchema),
      ]),
    ].flatMap(patternsIn),
  );
  // These decide between two forms: their failure is not reported.
  const SILENT = ['^$', '^$|\\(post:', '\\(post:'];

  it('is refused with the right form, for every pattern of every schema', () => {
    const words = [...patterns]
      .filter(([pattern]) => !SILENT.includes(pattern))
      .map(([pattern, parentSchema]) => [
        pattern,
        issueWords({ keyword: 'pattern', params: { pattern }, parentSchema }).message,
      ]);
    expect(words.length).toBeGreaterThan(15);
    expect(words.filter(([, text]) => !/^must .{10}/.test(text ?? ''))).toEqual([]);
  });
});
