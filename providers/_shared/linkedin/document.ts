/**
 * Pictures as one document to page through: a PDF with a page for each (learn.microsoft.com/linkedin:
 * Documents API).
 */
import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaFile } from '../../_kit/contract.ts';
import { Rejected } from '../../_kit/errors.ts';

/** Types of pictures that the library can put on a page. */
export const PAGE_TYPES: readonly string[] = ['image/jpeg', 'image/png'];
/** The longer side of a page in points; a PDF knows no pixels, and no page over 14,400 points. */
const LONG_SIDE = 1080;

/**
 * Gives `work` a document of the pictures, in their order and their shapes. It is written to a file, so only
 * one picture is in memory at a time; the file is gone afterwards.
 *
 * @throws Rejected when a picture cannot be put on a page
 */
export async function withDocument<T>(
  files: readonly MediaFile[],
  title: string,
  work: (document: Blob) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'crier-document-'));
  try {
    const path = join(folder, 'document.pdf');
    await write(path, files, title);
    return await work(await openAsBlob(path, { type: 'application/pdf' }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function write(path: string, files: readonly MediaFile[], title: string): Promise<void> {
  // Only who posts a document needs the library.
  const { default: PdfDocument } = await import('pdfkit');
  const pdf = new PdfDocument({ autoFirstPage: false, info: { Title: title } });
  const written = pipeline(pdf, createWriteStream(path, { flags: 'wx' }));
  try {
    for (const file of files) {
      const [width, height] = sidesOf(file);
      const bytes = Buffer.from(await (await file.blob()).arrayBuffer());
      pdf.addPage({ size: [width, height], margin: 0 });
      pdf.image(bytes, 0, 0, { fit: [width, height], align: 'center', valign: 'center' });
    }
    pdf.end();
    await written;
  } catch (cause) {
    pdf.destroy();
    await written.catch(() => undefined); // says again what is being thrown
    if (cause instanceof Rejected) throw cause;
    throw new Rejected('The pictures could not be made into a document', { networkCode: 'document', cause });
  }
}

/** A page has the shape of its picture. */
function sidesOf({ width = LONG_SIDE, height = LONG_SIDE }: MediaFile): [width: number, height: number] {
  const scale = LONG_SIDE / Math.max(width, height);
  return [width * scale, height * scale];
}
