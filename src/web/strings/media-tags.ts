/** The texts about tags of files, in the language that is spoken: fetched with the library. */
import { language } from './index.ts';

export const mediaTags =
  language() === 'de'
    ? (await import('./de/media-tags.ts')).mediaTags
    : (await import('./en/media-tags.ts')).mediaTags;
