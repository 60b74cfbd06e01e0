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
/** The language in which the texts of all pages are there. */
let everywhere: Language | undefined;

/** The language of all texts, dates and numbers. */
export const language = (): Language => spoken;

const first = { en: () => import('./en/first.ts'), de: () => import('./de/first.ts') } as const;
const others = { en: () => import('./en/pages.ts'), de: () => import('./de/pages.ts') } as const;

/** The texts of the first page are on their way; what was fetched before is at hand. */
export const fetchTexts = async (next: Language): Promise<void> => void (await first[next]());

/** The language of `strings` from now on, in which the first page is. */
export async function speak(next: Language): Promise<void> {
  Object.assign(strings, (await first[next]()).first);
  spoken = next;
}

/** The texts of all other pages; before any of their files is run. */
export async function speakEverywhere(): Promise<void> {
  if (everywhere === spoken) return;
  const { pages, refusals } = await others[spoken]();
  Object.assign(strings, pages);
  Object.assign(strings.common, refusals);
  everywhere = spoken;
}

/** Before a refusal is shown: in English it is the API's own message. */
export async function speakOfRefusals(): Promise<void> {
  // Without them the refusal is in English, which is better than none.
  if (spoken !== 'en') await speakEverywhere().catch(() => undefined);
}

// Tests read the English texts without a page. In a built page this is false and left out.
if ((import.meta as { env?: { SSR?: boolean } }).env?.SSR ?? true) {
  await speak('en');
  await speakEverywhere();
}

/** The first language that a person prefers and Crier has; default: English. */
export function chooseLanguage(preferred: readonly string[]): Language {
  const known = preferred.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find((tag) => tag in LANGUAGES);
  return (known as Language | undefined) ?? 'en';
}
