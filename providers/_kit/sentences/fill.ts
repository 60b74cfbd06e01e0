/**
 * Sentences with values. A code names the sentence; each language has a template for it, whose placeholders
 * name the values:
 *
 * - `{file}` is a text, which is taken over as it is;
 * - `{max:number}` is a number, as the language writes numbers;
 * - `{size:bytesUp}` and `{max:bytesDown}` are sizes in kB or MB, rounded up and down, so that they differ;
 * - `{types:list}` is a list of texts;
 * - `{state:word}` is one of a few words that each language has its own for;
 * - `{why:sentence}` is a sentence in the sentence, or words of others, which are taken over as they are;
 * - `{types:types}` is a list of types of JSON Schema, of which a value may have any;
 * - `{max|file|files}` is what stands beside the number `max`: for one, and for any other.
 */

export type Value = string | number | readonly string[] | Sentence;

/** The values of a sentence, by the names of its placeholders. */
export type Params = Readonly<Record<string, Value>>;

/** A sentence: its code, its values if it has any, and what it is in English. */
export type Sentence = { readonly message: string; readonly code: string; readonly params?: Params };

/** Why something failed: a sentence of ours, or words of others alone. */
export type Words = string | Sentence;

export const inEnglish = (words: Words): string => (typeof words === 'string' ? words : words.message);

/** How a language writes the values. */
export interface Writing {
  readonly number: (value: number) => string;
  readonly word: (word: string) => string;
  readonly types: (types: readonly string[]) => string;
  readonly sentence: (sentence: Sentence) => string;
  readonly plurals: Intl.PluralRules;
}

const PLACEHOLDER = /\{(\w+)(?::(\w+)|\|([^|{}]*)\|([^|{}]*))?\}/g;

/** The template with the values; undefined if one is missing, as where a newer server says it otherwise. */
export function fill(template: string, params: Params, writing: Writing): string | undefined {
  if (namesIn(template).some((name) => !Object.hasOwn(params, name))) return undefined;
  return template.replaceAll(PLACEHOLDER, (...[, name, kind, one, many]: string[]) => {
    const value = params[name ?? ''] ?? '';
    if (one === undefined) return written(value, kind, writing);
    return (writing.plurals.select(Number(value)) === 'one' ? one : many) ?? '';
  });
}

function written(value: Value, kind: string | undefined, writing: Writing): string {
  if (typeof value === 'number') return numeral(value, kind, writing);
  if (typeof value === 'string') return kind === 'word' ? writing.word(value) : value;
  if (isSentence(value)) return writing.sentence(value);
  return kind === 'types' ? writing.types(value) : value.join(', ');
}

const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const;

function numeral(value: number, kind: string | undefined, writing: Writing): string {
  if (kind !== 'bytesUp' && kind !== 'bytesDown') return writing.number(value);
  const power = value < 1000 ? 0 : value < 1e6 ? 1 : value < 1e9 ? 2 : 3;
  const hundredths = (value * 100) / 1000 ** power;
  const rounded = (kind === 'bytesUp' ? Math.ceil(hundredths) : Math.floor(hundredths)) / 100;
  return `${writing.number(rounded)} ${writing.word(UNITS[power] ?? '')}`;
}

/** Whether a value, also one that was stored, is a sentence. */
export const isSentence = (value: unknown): value is Sentence =>
  typeof value === 'object' &&
  value !== null &&
  'code' in value &&
  'message' in value &&
  typeof value.code === 'string' &&
  typeof value.message === 'string';

/** The sentence with `change` made to each text in it. */
export function mapTexts({ message, code, params }: Sentence, change: (text: string) => string): Sentence {
  const changed = (value: Value): Value => {
    if (typeof value === 'number') return value;
    if (typeof value === 'string') return change(value);
    return isSentence(value) ? mapTexts(value, change) : value.map(change);
  };
  const entries = Object.entries(params ?? {}).map(([name, value]) => [name, changed(value)] as const);
  return { message: change(message), code, ...(params ? { params: Object.fromEntries(entries) } : {}) };
}

/** The names of the values in a template, each once, in alphabetical order. */
export const namesIn = (template: string): string[] =>
  [...new Set([...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name))].toSorted();
