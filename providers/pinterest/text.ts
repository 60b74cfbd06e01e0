/** Whether a pin is one that we sent: Pinterest has no key or field of ours that it would show again. */
import type { Json } from '../_kit/contract.ts';
import type { Pin } from './api.ts';

/** The words of a pin, as they are sent; null = not sent. */
export interface Words {
  readonly [key: string]: Json;
  readonly title: string | null;
  readonly description: string | null;
  readonly link: string | null;
}

/** White space is what Pinterest changes in a text. */
const normalise = (text: string | null | undefined): string =>
  (text ?? '').normalize('NFC').replace(/\s+/gu, ' ').trim();

const sameText = (a: string | null | undefined, b: string | null | undefined): boolean =>
  normalise(a) === normalise(b);

const addressOf = (link: string | null | undefined): string =>
  link && URL.canParse(link) ? new URL(link).href : (link ?? '');

export const hasWords = (pin: Pin, { title, description, link }: Words): boolean =>
  sameText(pin.title, title) &&
  sameText(pin.description, description) &&
  addressOf(pin.link) === addressOf(link);
