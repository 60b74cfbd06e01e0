/**
 * Every text of the web app, in the language that is spoken. A text with a value is a function.
 *
 * `speak` comes before the first page is imported: pages read their texts when they are loaded.
 */
import { english } from './en/index.ts';
import type { Words } from './words.ts';

export type Strings = Words<typeof english>;

/** The languages of the web app, in their own words. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

/** English until `speak` says otherwise. */
export const strings: Strings = { ...english };

let spoken: Language = 'en';

/** The language of all texts, dates and numbers. */
export const language = (): Language => spoken;

/** Fetches the texts of a language; English is always there. */
export async function speak(next: Language): Promise<void> {
  if (next === 'de') Object.assign(strings, (await import('./de/index.ts')).german);
  spoken = next;
}

/** The first language that a person prefers and Crier has; default: English. */
export function chooseLanguage(preferred: readonly string[]): Language {
  const known = preferred.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find((tag) => tag in LANGUAGES);
  return (known as Language | undefined) ?? 'en';
}
