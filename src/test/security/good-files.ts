/** A good file of each format that an upload may have, with its result. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mp4 } from '../../platform/media/fixtures/mp4.ts';
import { pdf } from '../../platform/media/fixtures/pdf.ts';
import { animation, bytesOf, picture } from '../../platform/media/fixtures/picture.ts';

export interface GoodFile {
  readonly bytes: Uint8Array;
  readonly mime: string;
  readonly width: number | null;
}

const FIXTURES = join(import.meta.dirname, '../../platform/media/fixtures');

/** 64 by 48, with a place where the format can have one. */
export async function goodFiles(): Promise<Readonly<Record<string, GoodFile>>> {
  const made = async (type: 'jpeg' | 'png' | 'webp' | 'avif' | 'tiff'): Promise<GoodFile> => ({
    bytes: await bytesOf((await picture({ width: 64, height: 48, gps: true })).toFormat(type)),
    mime: `image/${type}`,
    width: 64,
  });
  return {
    JPEG: await made('jpeg'),
    PNG: await made('png'),
    WebP: await made('webp'),
    AVIF: await made('avif'),
    TIFF: await made('tiff'),
    GIF: { bytes: await animation('gif'), mime: 'image/gif', width: 40 },
    HEIC: { bytes: readFileSync(join(FIXTURES, 'photo.heic')), mime: 'image/jpeg', width: 64 },
    BMP: { bytes: readFileSync(join(FIXTURES, 'elsewhere/bits-24.bmp')), mime: 'image/png', width: 48 },
    MOV: { bytes: readFileSync(join(FIXTURES, 'elsewhere/telephone.mov')), mime: 'video/mp4', width: 64 },
    PDF: { bytes: pdf(2), mime: 'application/pdf', width: null },
    MP4: { bytes: mp4({ width: 64, height: 48 }), mime: 'video/mp4', width: 64 },
  };
}
