/**
 * What networks call their settings, in the language that is spoken: fetched with the pages that show it, so
 * the first page does not wait for the words of every network.
 */
import { language } from './index.ts';

export const { words } =
  language() === 'de'
    ? (await import('./de/networks.ts')).networks
    : (await import('./en/networks.ts')).networks;
