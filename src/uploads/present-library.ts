import type { MediaStorage } from '../platform/media/storage.ts';
import type { LibraryRow, UsingDraft, UsingPost } from './read-library.ts';
import type { Refusal } from './refused-by.ts';

/**
 * A file as the library shows it. `thumbnail`: a picture that stands for it; null for a video and for a PDF,
 * of which there is none.
 */
export function presentLibraryFile(
  row: LibraryRow,
  storage: Pick<MediaStorage, 'urlOf'>,
  refusedBy: readonly Refusal[],
) {
  const path = storage.urlOf(row.path);
  const { id, name, mime, bytes, width, height, durationMs, pages, alt, tags, posts, waiting, drafts } = row;
  return {
    id,
    name,
    path,
    thumbnail: mime.startsWith('image/') ? path : null,
    mime,
    bytes,
    width,
    height,
    durationMs,
    pages,
    alt: alt ?? '',
    tags,
    createdAt: new Date(row.createdAtMs).toISOString(),
    uses: { posts, waiting, drafts },
    refusedBy,
  };
}

const MAX_LINE = 140;

/** The first line of a post that uses the file, without its markup. */
export function presentUsingPost({ id, state, publishAtMs, firstLine, channel, provider }: UsingPost) {
  const [line = ''] = firstLine
    .replaceAll(/<\/(?:p|h[1-6]|li|div)>|<br\s*\/?>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .trim()
    .split('\n');
  return {
    id,
    state,
    publishDate: new Date(publishAtMs).toISOString(),
    firstLine: [...line].slice(0, MAX_LINE).join(''),
    channel: { name: channel, identifier: provider },
  };
}

/** A draft that uses the file, by its first line with text in it. */
export function presentUsingDraft({ id, firstLine, updatedMs }: UsingDraft) {
  const line = firstLine.split('\n').find((one) => one.trim()) ?? '';
  return {
    id,
    firstLine: [...line.trim()].slice(0, MAX_LINE).join(''),
    updatedAt: new Date(updatedMs).toISOString(),
  };
}
