/** A draft as Hashnode takes it (`CreateDraftInput`), and what two texts are compared by. */
import { createHash } from 'node:crypto';
import type { Json, PublishRequest } from '../_kit/contract.ts';
import type { Settings } from './schema.ts';

/** The pictures of a post, on Hashnode. */
export interface Pictures {
  readonly cover: string | null;
  /** In the order of the files of the item. */
  readonly urls: readonly string[];
}

const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\+\+/g, 'pp'],
  [/#/g, 'sharp'],
];

/** "C++ & more" → `cpp-more`; empty for a name without letters and digits. */
export function slugOf(name: string): string {
  const spelt = SIGNS.reduce((text, [sign, word]) => text.replaceAll(sign, word), name.normalize('NFC'));
  return spelt
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

/** The text with its pictures below. */
export function markdownOf({ text, media }: PublishRequest['item'], { urls }: Pictures): string {
  const linked = media.map(
    ({ alt }, n) => `![${alt.replaceAll(/\s+/g, ' ').replaceAll(/[[\]\\]/g, '\\$&')}](${urls[n] ?? ''})`,
  );
  return [text, ...linked].filter(Boolean).join('\n\n');
}

/** Fields that are not set are left out. A date is never sent. */
export function draftInput(
  { item, settings }: Pick<PublishRequest, 'item' | 'settings'>,
  pictures: Pictures,
): Record<string, Json> {
  const { title, subtitle, canonical, publication, series, tags } = settings as unknown as Settings;
  const named = new Map(tags.map(({ label }) => [slugOf(label), label.trim()]));
  return {
    publicationId: publication,
    title,
    contentMarkdown: markdownOf(item, pictures),
    tags: [...named].map(([slug, name]) => ({ slug, name })),
    ...(subtitle ? { subtitle } : {}),
    ...(pictures.cover ? { coverImageOptions: { coverImageURL: pictures.cover } } : {}),
    ...(series ? { seriesId: series } : {}),
    ...(canonical ? { originalArticleURL: canonical } : {}),
  };
}

/** A fingerprint of the letters and digits of a text: what an editor changes besides does not matter. */
export const fingerprintOf = (text: string): string =>
  createHash('sha256')
    .update(
      text
        .normalize('NFC')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ''),
    )
    .digest('hex');
