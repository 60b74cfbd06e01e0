/** Puts pictures on the pages of a PDF, each on a page of its own shape. */
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import PdfDocument from 'pdfkit';
import type { OutputInfo } from 'sharp';
import { ApiError } from '../../errors.ts';
import { openPicture } from './open-picture.ts';
import { isDiskFull } from '../storage.ts';
import { sentence } from '../../sentences.ts';

/** `from`: pictures in their order; `to`: where the document is to be. */
export interface DocumentJob {
  readonly from: readonly { readonly path: string; readonly mime: string }[];
  readonly to: string;
  readonly title: string;
  /** What the document may have; its pictures are squeezed until it has no more. */
  readonly maxBytes: number;
}

/** The longer side of a page in points; a PDF knows no pixels, and no page over 14,400 points. */
const LONG_SIDE = 1080;
const BACKGROUND = '#ffffff';

/** How pictures are written for the pages: the next way only if the bytes were too many. */
interface Way {
  readonly quality: number;
  /** A PNG stays one: letters in a JPEG have shadows. */
  readonly keepsPng: boolean;
  readonly longSide: number;
}

const WAYS: readonly Way[] = [
  { quality: 92, keepsPng: true, longSide: 3 * LONG_SIDE },
  { quality: 85, keepsPng: false, longSide: 3 * LONG_SIDE },
  { quality: 75, keepsPng: false, longSide: 2 * LONG_SIDE },
];

/**
 * The library that writes the document reads only what the image library has just written: pictures in
 * untrusted files can make it run for ever, or fail where nobody catches it.
 *
 * @throws ApiError `unsupported_file` for a picture that cannot be read, `file_too_large`
 */
export async function writeDocument(job: DocumentJob): Promise<void> {
  for (const way of WAYS) if (await write(job, way)) return;
  throw new ApiError('file_too_large', sentence('document_too_large', { max: job.maxBytes }));
}

/** False when the document got too large. One picture is in memory at a time. */
async function write({ from, to, title, maxBytes }: DocumentJob, way: Way): Promise<boolean> {
  const pdf = new PdfDocument({ autoFirstPage: false, info: { Title: title } });
  const written = pipeline(pdf, createWriteStream(to));
  let size = 0;
  try {
    for (const file of from) {
      const { data, info } = await readPage(file, way);
      size += data.length;
      if (size > maxBytes) break;
      const [width, height] = sidesOf(info);
      pdf.addPage({ size: [width, height], margin: 0 }).image(data, 0, 0, { width, height });
    }
  } catch (error) {
    pdf.destroy();
    await written.catch(() => undefined); // it fails with the error that is being thrown
    throw error;
  }
  pdf.end();
  await written;
  return size <= maxBytes && (await stat(to)).size <= maxBytes;
}

async function readPage(
  { path, mime }: DocumentJob['from'][number],
  { quality, keepsPng, longSide }: Way,
): Promise<{ data: Buffer; info: OutputInfo }> {
  const page = openPicture(path)
    .autoOrient()
    .flatten({ background: BACKGROUND })
    .resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb');
  const encoded =
    mime === 'image/png' && keepsPng
      ? page.png()
      : page.jpeg({ quality, chromaSubsampling: '4:4:4', optimizeCoding: false });
  return encoded.toBuffer({ resolveWithObject: true }).catch((cause: unknown) => {
    if (isDiskFull(cause)) throw cause;
    throw new ApiError('unsupported_file', { ...sentence('document_picture_damaged'), cause });
  });
}

/** A page has the shape of its picture. */
function sidesOf({ width, height }: OutputInfo): [width: number, height: number] {
  const scale = LONG_SIDE / Math.max(width, height);
  return [width * scale, height * scale];
}
