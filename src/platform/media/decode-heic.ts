/**
 * Reads the picture of a HEIC file, in a thread of its own: HEVC takes seconds, and its memory goes with the
 * thread. The decoder is WebAssembly, so a broken file cannot reach beyond it.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

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

const { HeifDecoder } = createRequire(import.meta.url)('libheif-js/wasm-bundle.js') as Libheif;
const { path } = workerData as { path: string };

const images = new HeifDecoder().decode(readFileSync(path));
const image = images.find((one) => one.is_primary()) ?? images[0];
if (!image) throw new Error('The file has no picture');
const [width, height] = [image.get_width(), image.get_height()];
const room: Pixels = { width, height, data: new Uint8ClampedArray(width * height * 4) };
image.display(room, (filled) => {
  if (!filled) throw new Error('The picture cannot be decoded');
  parentPort?.postMessage(room, [room.data.buffer]);
});
