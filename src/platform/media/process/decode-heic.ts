/** Reads the picture of a HEIC file. The decoder is WebAssembly, so a broken file cannot reach beyond it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A picture, turned as it is shown, with four bytes for each pixel: red, green, blue, opacity. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** What is used of libheif; the package's own types leave it out. */
interface Libheif {
  readonly HeifDecoder: new () => { decode(file: Buffer): HeifImage[] };
}

interface HeifImage {
  is_primary(): boolean;
  get_width(): number;
  get_height(): number;
  /** Fills `room.data`; `null` = it cannot be decoded. */
  display(room: Pixels, done: (room: Pixels | null) => void): void;
}

/**
 * The main picture of a HEIC file: it takes seconds, and about 20 bytes for each pixel.
 *
 * @throws Error when there is none, it cannot be decoded, or has more than `maxPixels`
 */
export async function decodeHeic(path: string, maxPixels: number): Promise<Pixels> {
  const { HeifDecoder } = createRequire(import.meta.url)('libheif-js/wasm-bundle.js') as Libheif;
  const images = new HeifDecoder().decode(readFileSync(path));
  const image = images.find((one) => one.is_primary()) ?? images[0];
  if (!image) throw new Error('The file has no picture');
  const [width, height] = [image.get_width(), image.get_height()];
  // Boxes other than those that were checked before may define it.
  if (width * height > maxPixels) throw new Error(`The picture has ${width} × ${height} pixels`);
  const room: Pixels = { width, height, data: new Uint8ClampedArray(width * height * 4) };
  const filled = await new Promise<Pixels | null>((resolve) => image.display(room, resolve));
  if (!filled) throw new Error('The picture cannot be decoded');
  return filled;
}
