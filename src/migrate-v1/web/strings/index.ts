/** The texts about moving over from v1, in the language that is spoken: fetched with the page. */
import { language } from '../../../web/strings/index.ts';

export const migration =
  language() === 'de' ? (await import('./de.ts')).migration : (await import('./en.ts')).migration;
