/** The rules for a PDF, which few networks take. */
import type { MediaFile, MediaRules } from './content.ts';
import { sentence } from './sentences/catalogue.ts';
import type { Sentence } from './sentences/fill.ts';

/** Why a network does not take a PDF: because it has none, or by its size or number of pages. */
export function checkDocument(
  { document }: MediaRules,
  { fileName: file, size, pages = 0 }: Pick<MediaFile, 'fileName' | 'size' | 'pages'>,
): Sentence[] {
  if (!document) return [sentence('no_documents', { file })];
  const { maxBytes, maxPages } = document;
  return [
    ...(size > maxBytes ? [sentence('file_too_many_bytes', { file, size, max: maxBytes })] : []),
    ...(pages > maxPages ? [sentence('too_many_pages', { file, pages, max: maxPages })] : []),
  ];
}

/** A network that takes a document shows nothing beside it. */
export function checkAlone({ document }: MediaRules, files: readonly Pick<MediaFile, 'kind'>[]): Sentence[] {
  const isBeside = document && files.length > 1 && files.some(({ kind }) => kind === 'document');
  return isBeside ? [sentence('document_not_alone')] : [];
}
