/** Texts as X shows them again. */
import type { Post } from './api.ts';

/** X escapes these three, and nothing else. */
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** The text of a post with its links as they were written, and without those that X adds for media. */
export function shownText({ text = '', entities, note_post: note }: Post): string {
  const whole = note?.text ?? text;
  const { urls } = (note?.text ? note.entities : entities) ?? {};
  const links = (urls ?? []).reduce(
    (rest, { url, expanded_url: expanded, media_key: media }) =>
      url ? rest.replaceAll(url, media || isOwnMedia(expanded) ? '' : (expanded ?? url)) : rest,
    whole,
  );
  return links.replaceAll(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** What X adds to a text with media: the URL of the media in the very post. */
const isOwnMedia = (url: string | null | undefined): boolean =>
  /^https?:\/\/(?:www\.)?(?:x|twitter)\.com\/[^/]+\/status\/\d+\/(?:photo|video)\/\d+$/.test(url ?? '');

/** Removes what X may change: white space, decomposed characters, and how a URL begins and ends. */
export function normalise(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/https?:\/\//giu, '')
    .replaceAll(/\bwww\./giu, '')
    .replaceAll(/\/(?=\s|$)/gu, '')
    .replaceAll(/\s+/gu, '');
}
