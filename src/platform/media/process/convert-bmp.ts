/** Makes a PNG of a BMP, which Windows writes, and which few networks take. Nothing is lost by it. */
import { readFile, rename, rm, stat } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import { ApiError } from '../../errors.ts';
import { isDiskFull } from '../storage.ts';
import { detectMedia } from './detect-media.ts';
import { sentence } from '../../sentences.ts';

/**
 * Replaces a received BMP by a PNG of the same pixels. Other files stay as they are. The decoder is libnsbmp
 * as WebAssembly, so a broken file cannot reach beyond it.
 *
 * @returns the size in bytes of what is at `path` now
 * @throws ApiError `unsupported_file` when it cannot be read (compressed ones are not), `file_too_large`
 */
export async function convertBmp(file: { path: string; size: number }): Promise<number> {
  if ((await fileTypeFromFile(file.path))?.mime !== 'image/bmp') return file.size;
  // Too many bytes or pixels are refused before one is read.
  await detectMedia(file);
  const converted = `${file.path}.converted`;
  try {
    const { decode } = await import('@cwasm/nsbmp');
    const { data, width, height } = decode(await readFile(file.path));
    const pixels = sharp(data, { raw: { width, height, channels: 4 } });
    const isOpaque = (await pixels.stats()).isOpaque;
    await (isOpaque ? pixels.removeAlpha() : pixels).png().toFile(converted);
    await rename(converted, file.path);
  } catch (cause) {
    if (isDiskFull(cause)) throw cause;
    throw new ApiError('unsupported_file', { ...sentence('bmp_unreadable'), cause });
  } finally {
    await rm(converted, { force: true });
  }
  return (await stat(file.path)).size;
}
