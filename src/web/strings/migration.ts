/** The texts about moving over from v1, in the language that is spoken: fetched with the page. */
import { language } from './index.ts';

export const migration =
  language() === 'de'
    ? (await import('./de/migration.ts')).migration
    : (await import('./en/migration.ts')).migration;
