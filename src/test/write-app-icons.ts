/**
 * Writes the icons of the installed web app as PNG from the mark of Crier: `node
 * src/test/write-app-icons.ts`. Phones take no SVG for the home screen. A test fails when they no longer show
 * the mark.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';

const FOLDER = 'src/web/public/assets';

/** Each file with its drawing and its side in pixels. */
export const APP_ICONS: readonly (readonly [file: string, drawing: string, side: number])[] = [
  ['icon-192.png', 'icon.svg', 192],
  ['icon-512.png', 'icon.svg', 512],
  ['icon-full-192.png', 'icon-full.svg', 192],
  ['icon-full-512.png', 'icon-full.svg', 512],
  // An iPhone rounds the corners itself, and shows transparent ones black.
  ['icon-touch.png', 'icon-full.svg', 180],
];

export const appIconPath = (file: string): string => `${FOLDER}/${file}`;

/** The drawing as PNG. */
export async function renderAppIcon(drawing: string, side: number): Promise<Buffer> {
  const svg = readFileSync(`${FOLDER}/${drawing}`);
  return sharp(svg, { density: (72 * side) / 32 })
    .resize(side, side)
    .png({ palette: true, colours: 128, effort: 10 })
    .toBuffer();
}

if (import.meta.main) {
  for (const [file, drawing, side] of APP_ICONS) {
    writeFileSync(appIconPath(file), await renderAppIcon(drawing, side));
  }
}
