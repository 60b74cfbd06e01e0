/**
 * Types that a package declares (`.d.ts`), as an oracle for values. Reads what generated declarations have:
 * interfaces, aliases, objects, lists, unions, intersections, literals, and parameters of types.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

type Type =
  | { readonly kind: 'name'; readonly name: string; readonly types: readonly Type[] }
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'list'; readonly item: Type }
  | { readonly kind: 'any' | 'all'; readonly types: readonly Type[] }
  | ObjectType;

/** `rest`: the type of fields that have no name of their own (`[key: string]: …`). */
interface ObjectType {
  readonly kind: 'object';
  readonly fields: ReadonlyMap<string, Field>;
  readonly rest?: Type;
}

interface Field {
  readonly type: Type;
  readonly optional: boolean;
}

interface Declaration {
  readonly parameters: readonly string[];
  readonly type: Type;
}

/** The declared types of a package. */
export interface Typings {
  /** The fields of an object type by name, with their kinds and whether they may be left out. */
  fields(type: string): ReadonlyMap<string, { readonly optional: boolean }>;
  /**
   * What is wrong with a value; nothing if it fits. `partial`: required fields may be missing, at any depth.
   */
  problems(value: unknown, type: string, options?: { partial?: boolean }): string[];
}

const DECLARED = /export (?:declare )?(?:interface|type) (\w+)/g;

/** Reads the declarations in a folder. */
export function readTypings(folder: string): Typings {
  const sources = new Map<string, string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue;
    const text = readFileSync(join(folder, file), 'utf8');
    for (const { 1: name = '', index } of text.matchAll(DECLARED)) sources.set(name, text.slice(index));
  }
  return typingsOf((name) => sources.get(name));
}

/** `source`: the text that begins with the declaration of a name. */
export function typingsOf(source: (name: string) => string | undefined): Typings {
  const known = new Map<string, Declaration>();
  const find = (name: string): Declaration => {
    const text = source(name);
    if (text === undefined) throw new Error(`no type ${name} is declared`);
    const declaration = known.get(name) ?? parseDeclaration(text);
    known.set(name, declaration);
    return declaration;
  };
  return {
    fields(name) {
      const { type } = find(name);
      if (type.kind !== 'object') throw new Error(`${name} is not an object`);
      return type.fields;
    },
    problems: (value, name, { partial = false } = {}) =>
      check(value, { kind: 'name', name, types: [] }, { find, partial, path: '' }),
  };
}

interface Place {
  readonly find: (name: string) => Declaration;
  readonly partial: boolean;
  readonly path: string;
}

const BASIC: Readonly<Record<string, (value: unknown) => boolean>> = {
  any: () => true,
  unknown: () => true,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  undefined: (value) => value === undefined,
};

function check(value: unknown, type: Type, place: Place): string[] {
  const wrong = (what: string): string[] => [`${place.path || 'the value'} ${what}`];
  switch (type.kind) {
    case 'literal':
      return value === type.value ? [] : wrong(`is not ${JSON.stringify(type.value)}`);
    case 'list':
      if (!Array.isArray(value)) return wrong('is not a list');
      return value.flatMap((one) => check(one, type.item, { ...place, path: `${place.path}[]` }));
    case 'any': {
      const all = type.types.map((one) => check(value, one, place));
      return all.toSorted((a, b) => a.length - b.length)[0] ?? [];
    }
    case 'all':
      return check(value, merged(type.types, place), place);
    case 'object':
      return checkObject(value, type, place);
    case 'name': {
      const basic = BASIC[type.name];
      if (basic) return basic(value) ? [] : wrong(`is not a ${type.name}`);
      return check(value, resolved(type, place), place);
    }
  }
}

function checkObject(value: unknown, { fields, rest }: ObjectType, place: Place): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [`${place.path || 'the value'} is not an object`];
  }
  const at = (name: string): string => (place.path ? `${place.path}.${name}` : name);
  const problems = Object.entries(value).flatMap(([name, one]) => {
    const field = fields.get(name) ?? (rest && { type: rest });
    if (!field) return [`${at(name)} is not known`];
    return one === undefined ? [] : check(one, field.type, { ...place, path: at(name) });
  });
  const missing = [...fields].filter(
    ([name, { optional }]) =>
      !optional && !place.partial && (value as Record<string, unknown>)[name] === undefined,
  );
  return [...problems, ...missing.map(([name]) => `${at(name)} is missing`)];
}

/** The type of a name, with its parameters put in. */
function resolved({ name, types }: Extract<Type, { kind: 'name' }>, { find }: Place): Type {
  const { parameters, type } = find(name);
  return parameters.length
    ? replaced(type, new Map(parameters.map((one, i) => [one, types[i] as Type])))
    : type;
}

function replaced(type: Type, by: ReadonlyMap<string, Type>): Type {
  switch (type.kind) {
    case 'name':
      return by.get(type.name) ?? { ...type, types: type.types.map((one) => replaced(one, by)) };
    case 'list':
      return { ...type, item: replaced(type.item, by) };
    case 'any':
    case 'all':
      return { ...type, types: type.types.map((one) => replaced(one, by)) };
    case 'object':
      return {
        ...type,
        fields: new Map(
          [...type.fields].map(([name, one]) => [name, { ...one, type: replaced(one.type, by) }]),
        ),
      };
    case 'literal':
      return type;
  }
}

/** Objects that a value is at once. */
function merged(types: readonly Type[], place: Place): Type {
  const fields = new Map<string, Field>();
  for (const one of types) {
    const type = one.kind === 'name' ? resolved(one, place) : one;
    const part = type.kind === 'all' ? merged(type.types, place) : type;
    if (part.kind !== 'object') throw new Error('an intersection of other things than objects');
    for (const [name, field] of part.fields) fields.set(name, field);
  }
  return { kind: 'object', fields };
}

/** Reads one token after the other; comments are none. */
interface Reader {
  readonly tokens: readonly string[];
  at: number;
}

const TOKEN = /\/\*[\s\S]*?\*\/|\/\/.*|'[^']*'|"[^"]*"|[\w$]+|[^\s\w]/g;

function parseDeclaration(text: string): Declaration {
  const tokens = (text.match(TOKEN) ?? []).filter(
    (token) => !token.startsWith('/*') && !token.startsWith('//'),
  );
  const reader: Reader = { tokens, at: tokens.findIndex((one) => one === 'interface' || one === 'type') };
  const isInterface = next(reader) === 'interface';
  next(reader);
  const parameters = taken(reader, '<')
    ? parseList(reader, '>').map((one) => (one as { name: string }).name)
    : [];
  if (!isInterface) {
    expect(reader, '=');
    return { parameters, type: parseType(reader) };
  }
  const parents = taken(reader, 'extends') ? parseList(reader, null) : [];
  const own = parsePart(reader);
  return { parameters, type: parents.length ? { kind: 'all', types: [...parents, own] } : own };
}

const next = (reader: Reader): string => reader.tokens[reader.at++] ?? '';

function taken(reader: Reader, token: string): boolean {
  const is = reader.tokens[reader.at] === token;
  if (is) reader.at++;
  return is;
}

function expect(reader: Reader, token: string): void {
  const found = next(reader);
  if (found !== token) throw new Error(`expected ${token} and not ${found}`);
}

/** Types between commas, up to the token that ends them. */
function parseList(reader: Reader, end: string | null): Type[] {
  const types = [parseType(reader)];
  while (taken(reader, ',')) types.push(parseType(reader));
  if (end) expect(reader, end);
  return types;
}

function parseType(reader: Reader): Type {
  taken(reader, '|');
  const types = [parseAll(reader)];
  while (taken(reader, '|')) types.push(parseAll(reader));
  return types.length > 1 ? { kind: 'any', types } : (types[0] as Type);
}

function parseAll(reader: Reader): Type {
  const all = [parsePart(reader)];
  while (taken(reader, '&')) all.push(parsePart(reader));
  return all.length > 1 ? { kind: 'all', types: all } : (all[0] as Type);
}

function parsePart(reader: Reader): Type {
  let type = parseOne(reader);
  while (taken(reader, '[')) {
    expect(reader, ']');
    type = { kind: 'list', item: type };
  }
  return type;
}

function parseOne(reader: Reader): Type {
  if (taken(reader, '(')) {
    const type = parseType(reader);
    expect(reader, ')');
    return type;
  }
  if (taken(reader, '{')) return parseObject(reader);
  if (taken(reader, '-')) return { kind: 'literal', value: -Number(next(reader)) };
  const token = next(reader);
  if (/^['"]/.test(token)) return { kind: 'literal', value: token.slice(1, -1) };
  if (/^\d/.test(token)) return { kind: 'literal', value: Number(token) };
  if (token === 'true' || token === 'false') return { kind: 'literal', value: token === 'true' };
  const types = taken(reader, '<') ? parseList(reader, '>') : [];
  if (token === 'Array' && types[0]) return { kind: 'list', item: types[0] };
  return { kind: 'name', name: token, types };
}

function parseObject(reader: Reader): Type {
  const fields = new Map<string, Field>();
  let rest: Type | undefined;
  while (!taken(reader, '}')) {
    if (taken(reader, '[')) {
      while (next(reader) !== ']');
      expect(reader, ':');
      rest = parseType(reader);
      taken(reader, ';');
      continue;
    }
    const name = next(reader).replace(/^['"](.*)['"]$/, '$1');
    const optional = taken(reader, '?');
    expect(reader, ':');
    fields.set(name, { optional, type: parseType(reader) });
    taken(reader, ';');
  }
  return { kind: 'object', fields, ...(rest ? { rest } : {}) };
}
