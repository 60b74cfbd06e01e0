/** The fields of settings that a network does not have: those that are refused, and those without effect. */
import type { ContentIssue, JsonSchema, Network } from './contract.ts';
import { concernOf, concernsOfField, distance, isReadWhole, wordOf } from './never-ignored.ts';
import type { Concern } from './sentences/content.ts';
import type { Sentence } from './sentences/fill.ts';
import { sentence } from './sentences/catalogue.ts';

/** A field that no schema declares, with the names that are declared in its place. */
export interface UnknownField {
  readonly path: string;
  readonly name: string;
  readonly beside: readonly string[];
  /** A field within another unknown one, which is named already. */
  readonly isInside: boolean;
  /** What it is about, if the post would be another without it. */
  readonly concern?: Concern;
}

type Fields = Readonly<Record<string, JsonSchema>>;

/** How many unknown fields are checked: no client sends more, and each takes time. */
const MAX_UNKNOWN = 1000;
/** How many are named. */
const MAX_ISSUES = 50;

const childrenOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];
const at = (path: string, name: string): string => (path ? `${path}.${name}` : name);

/**
 * The fields of a value that its schema does not declare, at any depth. Inside an unknown object, every field
 * is one. What has a schema without fields is known as a whole.
 */
function* undeclared(schema: JsonSchema, value: unknown, path: string): Generator<UnknownField> {
  const { items, properties } = schema as { items?: JsonSchema; properties?: Fields };
  if (Array.isArray(value)) {
    if (items) for (const [i, one] of value.entries()) yield* undeclared(items, one, at(path, String(i)));
  } else if (properties) {
    const beside = Object.keys(properties);
    for (const [name, inside] of childrenOf(value)) {
      const field = { path: at(path, name), name, beside, isInside: false };
      if (Object.hasOwn(properties, name)) yield* undeclared(properties[name] ?? {}, inside, field.path);
      else yield* unknown(field, inside);
    }
  }
}

function* unknown(field: UnknownField, value: unknown): Generator<UnknownField> {
  // Clients take a setting away with these.
  if (value === null || value === undefined || value === '') return;
  const concern = concernOf(field.name, value);
  yield concern ? { ...field, concern } : field;
  if (concern || isReadWhole(field.name)) return;
  for (const [name, inside] of childrenOf(value)) {
    yield* unknown({ path: at(field.path, name), name, beside: [], isInside: true }, inside);
  }
}

/** The first unknown fields of a value: one too many if there are more than `most`. */
function unknownFields(schema: JsonSchema, value: unknown, most: number): UnknownField[] {
  const found: UnknownField[] = [];
  for (const field of undeclared(schema, value, '')) if (found.push(field) > most) break;
  return found;
}

/**
 * Unknown fields that would change who sees a post or what it means, the first 50; without a concern, the one
 * after the `most` that are looked at.
 */
export const neverIgnored = (schema: JsonSchema, value: unknown, most: number): UnknownField[] =>
  unknownFields(schema, value, most)
    .filter(({ concern }, index) => concern ?? index === most)
    .slice(0, MAX_ISSUES);

/** Settings that would change who sees the post or what it means, and that the network does not have. */
export const refusedSettings = (network: Network, settings: unknown): ContentIssue[] =>
  neverIgnored(network.settingsSchema, settings, MAX_UNKNOWN).map(({ path, concern }) => ({
    path: `settings.${path}`,
    ...refusal(network, concern),
  }));

/** Settings that are kept and that nothing is done with. */
export const settingsWithoutEffect = (network: Network, settings: unknown): ContentIssue[] =>
  unknownFields(network.settingsSchema, settings, MAX_UNKNOWN)
    .filter(({ concern, isInside, path }) => !concern && !isInside && path !== '__type')
    .slice(0, MAX_ISSUES)
    .map((field) => {
      const suggestion = nearest(field);
      return {
        path: `settings.${field.path}`,
        ...(suggestion
          ? sentence('setting_without_effect_like', { network: network.name, meant: suggestion })
          : sentence('setting_without_effect', { network: network.name })),
      };
    });

function refusal({ name, settingsSchema }: Network, concern: Concern | undefined): Sentence {
  if (!concern) return sentence('too_many_unknown_settings', { most: MAX_UNKNOWN, network: name });
  if (concern === 'dates of its own') {
    return sentence('setting_unknown_date', { network: name });
  }
  const own = fieldsFor(settingsSchema, concern);
  return own.length
    ? sentence('setting_unknown_but', { network: name, concern, fields: own })
    : sentence('setting_unknown', { network: name, concern });
}

/** The declared fields for a concern, at any depth, as a client writes them. */
function fieldsFor(schema: JsonSchema, concern: Concern, path = ''): string[] {
  const { properties = {}, items } = schema as { properties?: Fields; items?: JsonSchema };
  const own = Object.entries(properties).flatMap(([name, field]) => [
    ...(concernsOfField(name, (field.enum as unknown[] | undefined) ?? []).includes(concern)
      ? [at(path, name)]
      : []),
    ...fieldsFor(field, concern, at(path, name)),
  ]);
  return items ? [...own, ...fieldsFor(items, concern, path)] : own;
}

/** The declared field that a misspelt name stands for. */
function nearest({ name, beside }: UnknownField): string | undefined {
  const word = wordOf(name);
  const reach = word.length >= 5 ? 2 : 1;
  return beside
    .filter((one) => one !== '__type')
    .map((one) => ({ one, far: distance(wordOf(one), word) }))
    .filter(({ far }) => far <= reach)
    .toSorted((a, b) => a.far - b.far)[0]?.one;
}
