/**
 * Sentences of the API in another language. The API answers in English, about single fields in hundreds of
 * sentences. As in gettext, the English sentence is the key; what differs from case to case is a placeholder:
 *
 * - `{file}` stands for any text, which is taken over as it is;
 * - `{max:number}` for a number, which is written as the language writes numbers;
 * - `{type:phrase}` for one of a few phrases, which are translated too;
 * - `{value:json}` for a value as JSON writes it.
 *
 * `src/test/sentences/` reads every sentence out of the server's source, so that none lacks its translation.
 */

/** By the English sentence, the other language's; both name the same placeholders. */
export type Sentences = Readonly<Record<string, string>>;

/** What translating sentences needs to know of a language. */
export interface SentenceLanguage {
  readonly sentences: Sentences;
  /** The phrases that `{…:phrase}` stands for. */
  readonly phrases: Readonly<Record<string, string>>;
  readonly locale: string;
}

interface Compiled {
  readonly pattern: RegExp;
  readonly translation: string;
  readonly kinds: Readonly<Record<string, string>>;
}

const PLACEHOLDER = /\{(\w+)(?::(\w+))?\}/g;
const escaped = (text: string): string => text.replaceAll(/[.*+?^$(){}|[\]\\]/g, '\\$&');

/** How much of a template is fixed: where several fit a sentence, the one that says most is meant. */
const fixedLength = (template: string): number => template.replaceAll(PLACEHOLDER, '').length;

/**
 * Makes the translation of one language. The templates are compiled with the first sentence.
 *
 * @returns the sentence in that language; undefined for one that has no entry
 */
export function translator(language: SentenceLanguage): (sentence: string) => string | undefined {
  const { sentences, phrases, locale } = language;
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  let compiled: readonly Compiled[] | undefined;
  const valueOf = (value: string, kind: string | undefined): string => {
    if (kind === 'number') return numbers.format(Number(value));
    return kind === 'phrase' ? (phrases[value] ?? value) : value;
  };
  return (sentence) => {
    if (Object.hasOwn(sentences, sentence)) return sentences[sentence];
    compiled ??= compileAll(language);
    for (const { pattern, translation, kinds } of compiled) {
      const values = pattern.exec(sentence)?.groups;
      if (!values) continue;
      return translation.replaceAll(PLACEHOLDER, (_, name: string) =>
        valueOf(values[name] ?? '', kinds[name]),
      );
    }
    return undefined;
  };
}

function compileAll({ sentences, phrases }: SentenceLanguage): readonly Compiled[] {
  const anyPhrase = Object.keys(phrases)
    .toSorted((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');
  const KINDS: Readonly<Record<string, string>> = {
    number: String.raw`-?\d+(?:\.\d+)?`,
    phrase: anyPhrase,
    json: String.raw`".*"|[\[{].*|-?\d[\d.]*|true|false|null`,
  };
  return Object.entries(sentences)
    .filter(([template]) => template.search(PLACEHOLDER) >= 0)
    .toSorted(([a], [b]) => fixedLength(b) - fixedLength(a))
    .map(([template, translation]) => {
      const found = [...template.matchAll(PLACEHOLDER)];
      const pattern = template
        .split(PLACEHOLDER)
        // Splitting keeps the groups: fixed text, name and kind take turns.
        .map((part, i, all) => {
          if (i % 3 === 0) return escaped(part ?? '');
          return i % 3 === 1 ? `(?<${part}>${KINDS[all[i + 1] ?? ''] ?? '.*'})` : '';
        })
        .join('');
      return {
        pattern: new RegExp(`^${pattern}$`, 's'),
        translation,
        kinds: Object.fromEntries(found.map(([, name = '', kind = '']) => [name, kind])),
      };
    });
}

/**
 * Several sentences that the API joined with "; ", which may also stand within one: each ends where it is
 * first known.
 *
 * @returns each of them translated, or as it is
 */
export function translateJoined(
  joined: string,
  translate: (sentence: string) => string | undefined,
): readonly string[] {
  const parts = joined.split('; ');
  const said: string[] = [];
  for (let from = 0, to = 0; from < parts.length; from = to) {
    to = from;
    let translated: string | undefined;
    while (translated === undefined && to < parts.length) {
      translated = translate(parts.slice(from, ++to).join('; '));
    }
    said.push(translated ?? parts.slice(from).join('; '));
  }
  return said;
}
