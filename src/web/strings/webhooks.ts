/** The texts about webhooks, in the language that is spoken: fetched with the pages that show them. */
import { language } from './index.ts';

export const webhooks =
  language() === 'de'
    ? (await import('./de/webhooks.ts')).webhooks
    : (await import('./en/webhooks.ts')).webhooks;
