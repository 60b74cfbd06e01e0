/**
 * The texts about numbers, in the language that is spoken: fetched with the pages that show them, so that the
 * first page does not wait for them.
 */
import { language } from './index.ts';

export const numbers =
  language() === 'de' ? (await import('./de/numbers.ts')).numbers : (await import('./en/numbers.ts')).numbers;
