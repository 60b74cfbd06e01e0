/**
 * Every text of the web app, in the language that is spoken. A text with a value is a function.
 *
 * `speak` comes before the first page is imported: pages read their texts when they are loaded.
 */
import type { english } from './en/index.ts';
import type { Words } from './words.ts';

export type Strings = Words<typeof english>;

/** The languages of the web app, in their own words. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** Empty until `speak` has fetched a language: nobody downloads another one's texts. */
export const strings = {} as Strings;

let spoken: Language = 'en';

/** The language of all texts, dates and numbers. */
export const language = (): Language => spoken;

/** A language that was fetched before is at hand. */
export async function fetchTexts(language: Language): Promise<Strings> {
  return language === 'de' ? (await import('./de/index.ts')).german : (await import('./en/index.ts')).english;
}

/** The language of `strings` from now on. */
export async function speak(next: Language): Promise<void> {
  Object.assign(strings, await fetchTexts(next));
  spoken = next;
}

// Tests read the English texts without a page. In a built page this is false and left out.
if ((import.meta as { env?: { SSR?: boolean } }).env?.SSR ?? true) await speak('en');

/** The first language that a person prefers and Crier has; default: English. */
export function chooseLanguage(preferred: readonly string[]): Language {
  const known = preferred.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find((tag) => tag in LANGUAGES);
  return (known as Language | undefined) ?? 'en';
}
