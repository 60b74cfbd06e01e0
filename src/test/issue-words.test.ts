/** The messages for a value that does not fit: every keyword of our schemas has one in plain English. */
import { describe, expect, it } from '@jest/globals';
import { KEYWORDS_WITH_WORDS, patternWith } from '../../providers/_kit/issue-words.ts';
import type { Provider } from '../../providers/_kit/contract.ts';
import { compileCheck } from '../../providers/_kit/json-schema.ts';
import { sentence } from '../../providers/_kit/sentences/catalogue.ts';
import { createRegistry } from '../../providers/index.ts';
import { appOperations, operations } from '../run/operations.ts';

/** Keywords that hold schemas. They report nothing themselves: what stands in them does. */
const HOLDERS = {
  one: [
    'items',
    'if',
    'then',
    'else',
    'contains',
    'propertyNames',
    'not',
    'additionalProperties',
    'unevaluatedProperties',
  ],
  list: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  map: ['properties', 'patternProperties', 'dependentSchemas', '$defs'],
} as const;
/** What describes a value, or belongs to another keyword. */
const SILENT = new Set(
  (
    '$schema $id $ref $comment title description default examples deprecated readOnly contentMediaType ' +
    'if then else items prefixItems allOf properties patternProperties dependentSchemas $defs ' +
    'minContains maxContains x-unit'
  ).split(' '),
);

function keywordsOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found;
  const node = schema as Record<string, unknown>;
  for (const keyword of Object.keys(node)) found.add(keyword);
  const inside = [
    ...HOLDERS.one.map((name) => node[name]),
    ...HOLDERS.list.flatMap((name) => (node[name] as unknown[] | undefined) ?? []),
    ...HOLDERS.map.flatMap((name) => Object.values(node[name] ?? {})),
  ];
  for (const one of inside) keywordsOf(one, found);
  return found;
}

const schemas = [
  ...[...operations(), ...appOperations()].flatMap(({ body, query }) => [body, query]),
  ...[...createRegistry({ sandbox: true }).values()].flatMap((network) => [
    network.settingsSchema,
    ...Object.values((network as Partial<Provider>).tools ?? {}).map((tool) => tool.inputSchema),
  ]),
].filter((schema) => schema !== undefined);

describe('a value that does not fit its schema', () => {
  it('is reported with a message, for every keyword', () => {
    const used = new Set(schemas.flatMap((schema) => [...keywordsOf(schema)]));
    expect(used.size).toBeGreaterThan(20);
    expect([...used].filter((keyword) => !SILENT.has(keyword) && !KEYWORDS_WITH_WORDS.has(keyword))).toEqual(
      [],
    );
  });

  it.each([
    [{ type: 'string' }, 1, 'must be text'],
    [{ type: ['null', 'integer'] }, 'x', 'must be a whole number or null'],
    [{ type: 'string', minLength: 10 }, 'short', 'must have at least 10 characters'],
    [{ type: 'string', minLength: 1 }, '', 'must not be empty'],
    [{ type: 'string', maxLength: 1 }, 'ab', 'must have at most 1 character'],
    [{ type: 'string', format: 'email' }, 'ada', 'must be an email address such as name@example.org'],
    [{ type: 'string', pattern: '^https?://' }, 'x', 'must begin with http:// or https://'],
    [{ type: 'string', pattern: '^a$' }, 'x', 'does not have the right form'],
    [
      { type: 'string', ...patternWith('^a$', sentence('not_days')) },
      'x',
      'must be a number of days such as 30',
    ],
    [{ type: 'number', minimum: 1 }, 0, 'must be at least 1'],
    [{ type: 'number', maximum: 5 }, 9, 'must be at most 5'],
    [{ type: 'number', exclusiveMinimum: 1 }, 1, 'must be more than 1'],
    [{ type: 'number', multipleOf: 5 }, 7, 'must be a multiple of 5'],
    [{ type: 'array', minItems: 1 }, [], 'must have at least 1 entry'],
    [{ type: 'array', maxItems: 2 }, [1, 2, 3], 'must have at most 2 entries'],
    [{ type: 'array', uniqueItems: true }, [1, 1], 'must not have the same entry twice'],
    [{ type: 'object', minProperties: 1 }, {}, 'must have at least 1 field'],
    [{ enum: ['a', 'b', null] }, 'c', 'must be one of a, b'],
    [{ const: 'a' }, 'c', 'must be "a"'],
    [{ not: { type: 'string' } }, 'c', 'is not allowed here'],
  ])('%j and the value %j: %s', (schema, value, message) => {
    const issues = compileCheck({ type: 'object', properties: { field: schema } })({ field: value });
    expect(issues).toMatchObject([{ path: 'field', message, code: expect.any(String) }]);
  });

  it('is never reported with the message of the validator', () => {
    const words = schemas.flatMap((schema) =>
      [{}, { x: 1 }, [], 'text', null].flatMap((value) => compileCheck(schema as never)(value)),
    );
    expect(words.length).toBeGreaterThan(100);
    expect(words.filter(({ message }) => /must NOT|must match|>=|<=|is not valid/.test(message))).toEqual([]);
  });
});
