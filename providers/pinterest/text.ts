/** Whether a pin is one that we sent: Pinterest has no key or field of ours that it would show again. */
import type { Json } from '../_kit/contract.ts';
import type { Likeness } from '../_kit/lookup.ts';
import { compareWords } from '../_kit/recent.ts';
import type { Pin } from './api.ts';

/** The text of a pin, as it is sent; null = not sent. */
export interface Words {
  readonly [key: string]: Json;
  readonly title: string | null;
  readonly description: string | null;
  readonly link: string | null;
}

const urlOf = (link: string | null | undefined): string =>
  link && URL.canParse(link) ? new URL(link).href : (link ?? '');

const textOf = ({ title, description }: Pick<Pin, 'title' | 'description'>): string =>
  `${title ?? ''}\n${description ?? ''}`;

/** Pinterest may fill in a title, and shorten a link. */
export function likenessOf(pin: Pin, words: Words): Likeness {
  const likeness = compareWords(textOf(words), textOf(pin));
  const isSameLink = urlOf(pin.link) === urlOf(words.link);
  return likeness === 'same words' && !isSameLink ? 'like it' : likeness;
}
