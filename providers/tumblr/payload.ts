/** The body of a post in the Neue Post Format (npf-spec.md, "Content Blocks"). */
import type { Json, MediaFile } from '../_kit/contract.ts';
import type { SeenBlock } from './api.ts';
import type { Settings } from './schema.ts';
import { toBlocks, type TextBlock } from './text.ts';

/** A block of any type that Crier sends. */
export type Block = TextBlock | (SeenBlock & { readonly type: string; readonly [key: string]: unknown });

/** The name of the part of the form that has a file. */
export const identifierOf = (n: number): string => `media-${n}`;

const mediaOf = ({ mime, width, height }: MediaFile, n: number): object => ({
  type: mime,
  identifier: identifierOf(n),
  ...(width && height ? { width, height } : {}),
});

function mediaBlock(file: MediaFile, n: number): Block {
  return file.kind === 'video'
    ? { type: 'video', provider: 'tumblr', media: mediaOf(file, n) }
    : { type: 'image', media: [mediaOf(file, n)], ...(file.alt.trim() ? { alt_text: file.alt } : {}) };
}

/** The title as a heading, the text, the files, and the card of a link: one below the other. */
export function contentOf(
  { title, link }: Pick<Settings, 'title' | 'link'>,
  text: string,
  media: readonly MediaFile[],
): Block[] {
  return [
    ...(title ? [{ type: 'text', subtype: 'heading1', text: title } as const] : []),
    ...toBlocks(text),
    ...media.map(mediaBlock),
    ...(link ? [{ type: 'link', url: link }] : []),
  ];
}

/** The shape that distinguishes one post from another when it is read again. */
export interface Shape {
  readonly [key: string]: Json;
  /**
   * The words of the text blocks; of a post without one, of the alternative texts. Empty = it cannot be
   * distinguished.
   */
  readonly words: string;
  readonly images: number;
  readonly videos: number;
}

export function shapeOf(content: readonly SeenBlock[]): Shape {
  const count = (type: string): number => content.filter((block) => block.type === type).length;
  const joined = (texts: readonly (string | undefined)[]): string =>
    texts.join(' ').normalize('NFC').replaceAll(/\s+/g, ' ').trim();
  const text = joined(content.map((block) => (block.type === 'text' ? block.text : '')));
  return {
    words: text || joined(content.map((block) => block.alt_text)),
    images: count('image'),
    videos: count('video'),
  };
}

export const isSame = (one: Shape, other: Shape): boolean =>
  one.words === other.words && one.images === other.images && one.videos === other.videos;
