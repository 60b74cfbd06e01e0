/** The texts about apps, in the language that is spoken: fetched with the pages that show them. */
import { language } from './index.ts';

export const apps =
  language() === 'de' ? (await import('./de/apps.ts')).apps : (await import('./en/apps.ts')).apps;
