/**
 * The same schemas in terms that client generators understand: OpenAPI 3.1 takes JSON Schema 2020-12 whole,
 * but many know only what OpenAPI 3.0 had. src/http/openapi/generators.test.ts builds two clients in Go.
 */

import { ID_FORM } from '../shapes.ts';

type Node = Readonly<Record<string, unknown>>;

/** What a keyword limits, by the type that it means something for. */
const OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'minLength', 'maxLength', 'format'],
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
  array: ['items', 'minItems', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties'],
};
const LIMITS: ReadonlySet<string> = new Set(Object.values(OF_TYPE).flat());

/** Schemas, and anything that holds schemas, in that form; everything else stays as it is. */
export function portable<T>(value: T): T {
  return rewritten(value) as T;
}

function rewritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rewritten);
  if (typeof value !== 'object' || value === null) return value;
  const node = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, rewritten(inner)]));
  return [splitTypes, nameType, formOfIds, withoutClass, withoutClash].reduce(
    (done, step) => step(done),
    node as Node,
  );
}

/** `type: [string, integer, null]` → a choice; a type and null are understood as they are. */
function splitTypes(node: Node): Node {
  const { type } = node;
  if (!Array.isArray(type) || type.filter((one) => one !== 'null').length < 2) return node;
  const { type: _, ...rest } = node;
  const kept = Object.fromEntries(Object.entries(rest).filter(([key]) => !LIMITS.has(key)));
  return { ...kept, anyOf: type.map((one) => ({ type: one, ...pick(node, OF_TYPE[String(one)] ?? []) })) };
}

const pick = (node: Node, keys: readonly string[]): Node =>
  Object.fromEntries(keys.flatMap((key) => (key in node ? [[key, node[key]]] : [])));

/**
 * `const` and `enum` alone do not show which type their values have; null among them is a choice of its own.
 */
function nameType(node: Node): Node {
  if ('type' in node) return node;
  if (isValue(node.const)) return { type: typeOf(node.const), ...node };
  const values: unknown = node.enum;
  if (!Array.isArray(values)) return node;
  const known: unknown[] = values.filter((one) => one !== null);
  const [type, another] = new Set(known.map(typeOf));
  if (!type || another) return node;
  if (known.length === values.length) return { type, ...node };
  const { enum: _, ...rest } = node;
  return { ...rest, anyOf: [{ type, enum: known }, { type: 'null' }] };
}

const isValue = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);
const typeOf = (value: unknown): string => (Number.isInteger(value) ? 'integer' : typeof value);

/**
 * An id of a request has the form that it has in answers. What checks requests wants a UUID, as old ids are
 * translated before.
 */
function formOfIds(node: Node): Node {
  const { format, ...rest } = node;
  return format === 'uuid' || format === 'id' ? { ...rest, pattern: ID_FORM } : node;
}

/**
 * Classes of Unicode are written differently, or not at all, outside JavaScript; the description mentions
 * them too.
 */
function withoutClass(node: Node): Node {
  if (typeof node.pattern !== 'string' || !node.pattern.includes(String.raw`\p{`)) return node;
  const { pattern: _, ...rest } = node;
  return rest;
}

/**
 * In Go, `__type` and `type` are one name. The constraint on `__type` is written in a way that makes no
 * field.
 */
function withoutClash(node: Node): Node {
  const { properties, required } = node;
  if (!isMap(properties) || !isMap(properties.__type) || !isMap(properties.type)) return node;
  const { __type: network, ...others } = properties;
  return {
    ...node,
    description: `\`__type\` is ${JSON.stringify(network.const)}`,
    properties: others,
    required: (required as string[]).filter((name) => name !== '__type'),
    // Without `__type`, or with another one, the inner schema holds.
    not: { properties: { __type: { not: network } } },
  };
}

const isMap = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
