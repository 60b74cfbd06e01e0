/**
 * The number of pages of a PDF, by Mozilla's reader; nothing is drawn, and no script of the document
 * runs.
 */
import { readFile } from 'node:fs/promises';
import { ApiError } from '../../errors.ts';
import { sentence } from '../../sentences.ts';

/** Far more than anybody reads; the column that holds them has room. */
const MAX_PAGES = 1_000_000;

/**
 * The reader looks at the first and the last page, and counts them itself where the document lies about their
 * number. The whole file is in memory meanwhile: it wants to jump in it.
 *
 * @throws ApiError `unsupported_file` for a document that has a password, or no page
 */
export async function readPages(path: string): Promise<number> {
  // Loaded with the first document: most processes never see one.
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(new Uint8Array(await readFile(path)), { verbosity: 0 }).catch(
    (cause: unknown) => {
      const isLocked = cause instanceof Error && cause.name === 'PasswordException';
      throw isLocked ? new ApiError('unsupported_file', { ...sentence('document_locked'), cause }) : cause;
    },
  );
  const { numPages: pages } = document;
  await document.loadingTask.destroy();
  // A document may name any number where it says how it is read over a slow line.
  if (!Number.isInteger(pages) || pages < 1 || pages > MAX_PAGES) {
    throw new ApiError('unsupported_file', sentence('document_without_pages'));
  }
  return pages;
}
