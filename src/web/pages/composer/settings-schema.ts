/** The fields of a network's settings, read from its JSON Schema. */

/** What the form reads of a schema. */
export interface SettingSchema {
  /** What people call it, where that is not what its name says. */
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SettingSchema>>;
  readonly items?: SettingSchema;
  readonly required?: readonly string[];
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Of a text that is the content of a file. */
  readonly contentMediaType?: string;
  /** What is usually chosen, of a duration. */
  readonly examples?: readonly unknown[];
  /** What a number counts. */
  readonly 'x-unit'?: 'millisecond' | 'second' | 'minute' | 'hour';
}

export type FieldKind =
  | 'choice'
  | 'switch'
  | 'number'
  | 'duration'
  | 'moment'
  | 'line'
  | 'lines'
  | 'file'
  | 'words'
  | 'choices'
  | 'labels'
  | 'upload'
  | 'group'
  | 'card'
  | 'list'
  | 'none';

const LONG_TEXT = 300;
const URL_LENGTH = 2048;

/** How a setting is asked for; `none` for what the form cannot show. */
export function kindOf(schema: SettingSchema): FieldKind {
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null');
  if (schema.const !== undefined) return 'none';
  if (schema.enum) return 'choice';
  if (schema.contentMediaType) return 'file';
  if (types.includes('string')) return isLong(schema) ? 'lines' : 'line';
  if (types.includes('boolean')) return types.includes('object') ? 'card' : 'switch';
  if (schema.examples && schema['x-unit']) return 'duration';
  if (schema['x-unit'] === 'millisecond') return 'moment';
  if (types.includes('integer') || types.includes('number')) return 'number';
  if (types.includes('array')) return listKind(schema.items);
  if (!types.includes('object') || !schema.properties) return 'none';
  return 'path' in schema.properties ? 'upload' : 'group';
}

const isLong = ({ maxLength = 0 }: SettingSchema): boolean =>
  maxLength > LONG_TEXT && maxLength !== URL_LENGTH;

function listKind(items: SettingSchema = {}): FieldKind {
  if (items.enum) return 'choices';
  if (items.type === 'string') return 'words';
  if (!items.properties) return 'none';
  const names = Object.keys(items.properties).filter((name) => name !== 'value');
  return names.join() === 'label' ? 'labels' : 'list';
}

/** The settings that a form shows, in the order of the schema. */
export const fieldsOf = ({ properties = {} }: SettingSchema): [string, SettingSchema][] =>
  Object.entries(properties).filter(([name, schema]) => name !== '__type' && kindOf(schema) !== 'none');

/** Words that are written in capitals. */
const INITIALS = /\b(?:ai|gif|id|nsfw|seo|url)\b/gi;

/** `is_flair_required` as people read it. */
export function labelOf(name: string): string {
  const text = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase();
  const label = text.slice(0, 1).toUpperCase() + text.slice(1);
  return label.replaceAll(INITIALS, (one) => one.toUpperCase());
}

/** What a field is called. */
export const nameOf = (name: string, { title }: SettingSchema): string => title ?? labelOf(name);

/** The tool of the network that lists possible values, where the description names one. */
export const toolOf = ({ description = '' }: SettingSchema): string | undefined =>
  /\(tool (\w+)\)|the tool `(\w+)`/.exec(description)?.slice(1).find(Boolean);

/** Whether an object is a value and what people call it, as a tool lists them. */
export const isChoice = ({ properties = {} }: SettingSchema): boolean =>
  Object.keys(properties).toSorted().join() === 'id,name';

/** The description without the part for programs. */
export const helpOf = ({ description = '' }: SettingSchema): string =>
  description
    .replaceAll(/[;,]? ?(and )?(see )?the tool `\w+`[^;,.]*| \(tool \w+\)/g, '')
    .replaceAll(/, in (?:milli)?seconds\b/g, '')
    .replaceAll(/[,;] (as returned by the upload|null (for|means))[^,;]*/g, '')
    .replaceAll('`', '')
    .trim();

/** A value to choose, as networks answer: `{id, name}`, `{value, label}`, or a text. */
export function choiceOf(answer: unknown): { value: string; label: string } | undefined {
  if (typeof answer === 'string' && answer) return { value: answer, label: answer };
  if (typeof answer !== 'object' || answer === null) return undefined;
  const one = answer as Record<string, unknown>;
  const value = one.id ?? one.value ?? one.name;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const label = one.name ?? one.label ?? one.title ?? value;
  return value === '' ? undefined : { value: String(value), label: String(label) };
}
