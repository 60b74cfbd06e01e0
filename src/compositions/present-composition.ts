import type { Context } from '../platform/context.ts';
import { mediaIdsOf } from './document.ts';
import type { MediaStorage } from '../platform/media/storage.ts';
import type { CompositionRow, ListedComposition } from './read-compositions.ts';

const LONGEST_LINE = 120;

/** A draft in a list: its first line with text in it, cut between words, and its first file. */
export function presentListed(
  storage: Pick<MediaStorage, 'urlOf'>,
  { text, updatedMs, file, ...row }: ListedComposition,
) {
  const line =
    (text ?? '')
      .split('\n')
      .find((one) => one.trim())
      ?.trim() ?? '';
  return {
    ...row,
    firstLine: shorten(line),
    updatedAt: new Date(updatedMs).toISOString(),
    thumbnail: file && { path: storage.urlOf(file.path), alt: file.alt || null },
  };
}

function shorten(line: string): string {
  const letters = [...line];
  if (letters.length <= LONGEST_LINE) return line;
  const cut = letters.slice(0, LONGEST_LINE).join('');
  return `${cut.slice(0, cut.lastIndexOf(' ') > 40 ? cut.lastIndexOf(' ') : undefined)}…`;
}

/** A draft with the uploads that it names; one that was deleted is left out. */
export async function presentComposition(
  { storage }: Pick<Context, 'storage'>,
  { id, organization, document, revision, createdMs, updatedMs, updatedById, updatedBy }: CompositionRow,
) {
  const files = await storage.describe(organization, mediaIdsOf(document));
  return {
    id,
    document,
    revision,
    createdAt: new Date(createdMs).toISOString(),
    updatedAt: new Date(updatedMs).toISOString(),
    updatedBy: updatedById ? { id: updatedById, name: updatedBy ?? '' } : null,
    media: files.map((file) => ({
      id: file.id,
      name: file.originalName || file.fileName,
      path: file.url,
      type: file.mime,
      size: file.size,
      width: file.width ?? null,
      height: file.height ?? null,
      durationMs: file.durationMs ?? null,
      pages: file.pages ?? null,
    })),
  };
}
