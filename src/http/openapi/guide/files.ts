/** What the page /docs loads: its style with the tokens of the web app, its script, its font and the mark. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface GuideFile {
  readonly type: string;
  readonly body: Buffer;
  readonly etag: string;
}

const WEB = new URL('../../../web/', import.meta.url);
const FONT = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2';
const text = (name: string, from: URL | string = import.meta.url): string =>
  readFileSync(new URL(name, from), 'utf8');

const SOURCES: Readonly<Record<string, () => Omit<GuideFile, 'etag'>>> = {
  'guide.css': () => ({
    type: 'text/css; charset=utf-8',
    body: Buffer.from(text('look/tokens.css', WEB) + text('guide.css')),
  }),
  'guide.js': () => ({ type: 'text/javascript; charset=utf-8', body: Buffer.from(text('guide.js')) }),
  'mark.svg': () => ({ type: 'image/svg+xml', body: Buffer.from(text('public/assets/icon.svg', WEB)) }),
  'inter.woff2': () => ({ type: 'font/woff2', body: readFileSync(fileURLToPath(import.meta.resolve(FONT))) }),
};
const known = new Map<string, GuideFile>();

/** A file by its name below /docs; undefined if there is none. Read once. */
export function guideFile(name: string): GuideFile | undefined {
  const source = Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined;
  if (!source) return undefined;
  const file = known.get(name) ?? withTag(source());
  known.set(name, file);
  return file;
}

function withTag(file: Omit<GuideFile, 'etag'>): GuideFile {
  return { ...file, etag: `"${createHash('sha256').update(file.body).digest('base64url').slice(0, 22)}"` };
}
