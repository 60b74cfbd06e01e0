/** Everything that may be repeated: uploads a video, and records which pins have the same text already. */
import type { Json, Provider } from '../_kit/contract.ts';
import { list, type Pin } from './api.ts';
import { uploadVideo } from './media.ts';
import { settingsOf } from './schema.ts';
import { likenessOf, type Words } from './text.ts';

/** The most that pins of one board are looked through: 20 × 250. */
export const MAX_PAGES = 20;

/** The final request but for its pictures, which are read when it is sent. */
export interface Prepared {
  readonly [key: string]: Json;
  readonly board: string;
  readonly section: string | null;
  readonly words: Words;
  readonly colour: string | null;
  readonly alt: string | null;
  readonly videoId: string | null;
  /** Pins of the board that could be taken for this one before the call. */
  readonly before: string[];
}

const MAX_ALT = 500;

/** A pin has one alternative text; of a carousel, all that fit in it. */
function altOf(alts: readonly string[]): string | null {
  const texts = alts.filter((alt) => alt.trim());
  const joined = texts.join('\n');
  return (Array.from(joined).length <= MAX_ALT ? joined : texts[0]) || null;
}

export const prepare: Provider['prepare'] = async ({ channel, item, settings }, ctx) => {
  const { board, section, title, link, colour } = settingsOf(settings);
  const video = item.media.find(({ kind }) => kind === 'video');
  const videoId = video ? await uploadVideo(channel, video, ctx) : null;
  const words: Words = { title, description: item.text || null, link };
  // One page: its newest are those that could be taken for this one.
  const { items } = await list<Pin>(channel, ctx, `/boards/${board}/pins`, 1);
  const prepared: Prepared = {
    board,
    section,
    words,
    colour,
    alt: altOf((video ? [video] : item.media).map(({ alt }) => alt)),
    videoId,
    before: items.filter((pin) => likenessOf(pin, words) !== 'other').map(({ id }) => id),
  };
  return prepared;
};
