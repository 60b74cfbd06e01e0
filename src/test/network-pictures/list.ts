/** The list of the pictures, and the parts of documents that show them. */
import { readFileSync } from 'node:fs';
import { createRegistry } from '../../../providers/index.ts';

const FILE = new URL('../../../docs/networks/pictures.json', import.meta.url);

/** One picture. `what`: on which server, and in what, it is seen; `at`: the day. */
export interface NetworkPicture {
  readonly network: string;
  readonly file: string;
  readonly caption: string;
  readonly what: string;
  readonly at: string;
}

export const readPictures = (): NetworkPicture[] =>
  JSON.parse(readFileSync(FILE, 'utf8')) as NetworkPicture[];

/** What was seen on one network, and when; `folder`: from the document to the pictures. */
export function picturesOf(network: string, folder: string): string {
  const own = readPictures().filter((one) => one.network === network);
  const [first] = own;
  if (!first) return '';
  return [
    `Seen on ${first.at}: ${first.what}.`,
    ...own.map(({ caption, file }) => `${caption}:\n\n![${caption}](${folder}${file})`),
  ].join('\n\n');
}

/** Those of all networks, for the README of their folder. */
export function picturesSection(): string {
  const registry = createRegistry({ sandbox: false });
  return [...new Set(readPictures().map(({ network }) => network))]
    .map((network) => `### ${registry.get(network)?.name ?? network}\n\n${picturesOf(network, '')}`)
    .join('\n\n');
}
