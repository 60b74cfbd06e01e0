/** Catalogues of English sentences, which are made by code; the template types the values. */
import { contentSentences } from './content.ts';
import { networkSentences } from './failures.ts';
import { fill, type Params, type Sentence } from './fill.ts';
import { schemaSentences } from './schema.ts';

/** The placeholders of a template, without their braces. Braces around a list of fields are text. */
type Placeholders<T extends string> = T extends `${string}{${infer P}}${infer Rest}`
  ? (P extends `${string}, ${string}` ? never : P) | Placeholders<Rest>
  : never;
type NameOf<P extends string> = P extends `${infer Name}:${string}`
  ? Name
  : P extends `${infer Name}|${string}`
    ? Name
    : P;
type ValueOf<P extends string> = P extends
  | `${string}:${'number' | 'bytesUp' | 'bytesDown'}`
  | `${string}|${string}`
  ? number
  : P extends `${string}:list` | `${string}:types`
    ? readonly string[]
    : P extends `${string}:sentence`
      ? Sentence | string
      : string;
type ParamsOf<T extends string> = { readonly [P in Placeholders<T> as NameOf<P>]: ValueOf<P> };

/** English templates by their codes. */
type Templates = Readonly<Record<string, string>>;

/** Makes the sentence of a code. */
type MakeSentence<T extends Templates> = <C extends keyof T & string>(
  code: C,
  ...params: keyof ParamsOf<T[C]> extends never ? [] : [params: ParamsOf<T[C]>]
) => Sentence;

/** The types of JSON Schema in English. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** Numbers are written as programs write them, for clients that look for them in the message. */
const english = {
  number: String,
  word: (word: string) => word.replaceAll('_', ' '),
  types: (types: readonly string[]) => types.map((type) => TYPES[type] ?? type).join(' or '),
  sentence: ({ message }: Sentence) => message,
  plurals: new Intl.PluralRules('en'),
};

/** Of `own` sentences, and those that all networks have in common. */
export function catalogue<const T extends Templates>(
  own: T,
): MakeSentence<T & typeof schemaSentences & typeof contentSentences & typeof networkSentences> {
  const templates: Templates = { ...schemaSentences, ...contentSentences, ...networkSentences, ...own };
  return (code, ...[params]: readonly [params?: Params]) => {
    const message = fill(templates[code] ?? '', params ?? {}, english);
    if (message === undefined) throw new Error(`A value of the sentence ${code} is missing`);
    return params ? { message, code, params } : { message, code };
  };
}

/** The sentences that all networks have in common. */
export const sentence = catalogue({});
