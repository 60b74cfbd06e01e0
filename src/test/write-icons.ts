/**
 * Writes the drawings of the web app from the two sets that have thousands of them:
 * `node src/test/write-icons.ts`. A test fails when they are out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { iconNames } from '../web/look/icon-names.ts';
import type { MarkSource } from '../../providers/_kit/contract.ts';
import { providers } from '../../providers/list.ts';
import { simpleIcons, tabler } from './icon-sets.ts';

/** Tabler's invisible square around each drawing. */
const SQUARE = 'M0 0h24v24H0z';
const WIDTH = 110;
const WHITE = '#ffffff';
const INK = '#0c1518';
/** What a mark needs on its tile (WCAG 2.2, 1.4.11). */
const CONTRAST = 3;

/** Where the drawings live, and how each file is rendered. */
export const DRAWINGS: Readonly<Record<string, () => string>> = {
  'src/web/look/icons.ts': renderIcons,
  'src/web/look/marks.ts': renderMarks,
  'src/web/look/layouts.ts': renderLayouts,
};

function pathsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(/\sd="([^"]+)"/g)].map(([, path = '']) => path);
}

/** The lines of a drawing as one path: each part begins at an absolute place. */
function linesOf(name: string, without = SQUARE): string {
  return pathsOf(`${tabler.folder()}/icons/outline/${name}.svg`)
    .filter((path) => path !== SQUARE && !path.startsWith(without))
    .map((path) => path.replace(/^m/, 'M'))
    .join('');
}

const key = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);

/** `name: 'text',` as the formatter lays it out: it never breaks after a name of up to four letters. */
function property(indent: string, name: string, text: string): string {
  const line = `${indent}${key(name)}: '${text}',`;
  return line.length <= WIDTH || key(name).length <= 4
    ? line
    : `${indent}${key(name)}:\n${indent}  '${text}',`;
}

function renderIcons(): string {
  const lines = iconNames.map((name) => property('  ', name, linesOf(name)));
  return `/** Generated from icon-names.ts: \`npm run generate\`. Tabler Icons, MIT licence (LICENSES.md). */
import type { IconName } from './icon-names.ts';

/** Lines to stroke on a square of 24. */
export const icons: Readonly<Record<IconName, string>> = {
${lines.join('\n')}
};
`;
}

interface Drawing {
  readonly kind: 'shape' | 'lines' | 'letters';
  readonly drawing: string;
  readonly colour: string;
}

/** The official colour of each drawing in simple-icons, by its slug. */
function colours(): Map<string, string> {
  const all = JSON.parse(readFileSync(`${simpleIcons.folder()}/data/simple-icons.json`, 'utf8')) as {
    slug: string;
    hex: string;
  }[];
  return new Map(all.map(({ slug, hex }) => [slug, `#${hex.toLowerCase()}`]));
}

function drawingOf(source: MarkSource, colourOf: ReadonlyMap<string, string>): Drawing {
  if ('letters' in source) return { kind: 'letters', drawing: source.letters, colour: source.colour };
  if ('tabler' in source) {
    return { kind: 'lines', drawing: linesOf(source.tabler, source.without), colour: source.colour };
  }
  const colour = colourOf.get(source.simpleIcon);
  if (!colour) throw new Error(`simple-icons has no ${source.simpleIcon}`);
  const drawing = pathsOf(`${simpleIcons.folder()}/icons/${source.simpleIcon}.svg`).join('');
  return { kind: 'shape', drawing, colour };
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const darker = (colour: string): string =>
  `#${[1, 3, 5]
    .map((at) => Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * 0.96))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;

/**
 * White on the official colour, which is darkened a little where that is not enough; dark on a bright one.
 */
function onTile(colour: string): { ground: string; ink: string } {
  const whiteOn = (ground: string): number => 1.05 / (luminance(ground) + 0.05);
  if (whiteOn(colour) < 2) return { ground: colour, ink: INK };
  let ground = colour;
  while (whiteOn(ground) < CONTRAST) ground = darker(ground);
  return { ground, ink: WHITE };
}

function renderMark(name: string, { kind, drawing, colour }: Drawing): string {
  const { ground, ink } = onTile(colour);
  const line = `  ${key(name)}: { kind: '${kind}', drawing: '${drawing}', ground: '${ground}', ink: '${ink}' },`;
  if (line.length <= WIDTH) return line;
  return [
    `  ${key(name)}: {`,
    `    kind: '${kind}',`,
    property('    ', 'drawing', drawing),
    `    ground: '${ground}',`,
    `    ink: '${ink}',`,
    '  },',
  ].join('\n');
}

function renderMarks(): string {
  const colourOf = colours();
  const marks = byName().map(({ identifier, mark }) => renderMark(identifier, drawingOf(mark, colourOf)));
  return `/** Generated from the declarations of networks: \`npm run generate\`. Licences: LICENSES.md. */
/** The mark of a network on a square of 24, in the network's colour. */
export interface Mark {
  /** A shape to fill, lines to stroke, or letters to set. */
  readonly kind: 'shape' | 'lines' | 'letters';
  readonly drawing: string;
  readonly ground: string;
  readonly ink: string;
}

/** By the identifier of the provider. */
export const marks: Readonly<Record<string, Mark>> = {
${marks.join('\n')}
};
`;
}

function renderLayouts(): string {
  const lines = byName()
    .filter(({ preview }) => preview !== 'short')
    .map(({ identifier, preview }) => `  ${key(identifier)}: '${preview}',`);
  return `/** Generated from the declarations of networks: \`npm run generate\`. */

/** A short post with its thread, a card, a message, an article. */
export type Layout = 'short' | 'card' | 'message' | 'article';

/** How posts are laid out where these are not short; by the identifier of the network. */
export const layouts: Readonly<Record<string, Layout>> = {
${lines.join('\n')}
};

/** What further parts become where they are no thread; by the identifier of the network. */
export const furtherParts: Readonly<Record<string, 'comment' | 'none'>> = {
${byName()
  .filter(({ followUps }) => followUps !== 'reply')
  .map(({ identifier, followUps }) => `  ${key(identifier)}: '${followUps}',`)
  .join('\n')}
};

/** Networks that look people up who can be mentioned: the tool \`mentions\`. */
export const mentionNetworks: readonly string[] = [
${byName()
  .flatMap(({ identifier, tools }) => (tools?.mentions ? [`  '${identifier}',`] : []))
  .join('\n')}
];

/** Networks that show the moment of a video that a person has chosen. */
export const momentNetworks: readonly string[] = [${byName()
    .flatMap(({ identifier, videoCover = 'picture' }) =>
      videoCover === 'picture' ? [] : [`'${identifier}'`],
    )
    .join(', ')}];

/** Networks that take only whole seconds for that. */
export const wholeSecondNetworks: readonly string[] = [${byName()
    .flatMap(({ identifier, coverInSeconds }) => (coverInSeconds ? [`'${identifier}'`] : []))
    .join(', ')}];

/** Who makes the cards of links: Crier with the post, or the network. */
export const linkCards: Readonly<Record<string, 'post' | 'network'>> = {
${byName()
  .flatMap(({ identifier, linkCards }) => (linkCards ? [`  ${key(identifier)}: '${linkCards}',`] : []))
  .join('\n')}
};

/** The networks that most people look for, in this order. */
export const popular: readonly string[] = [
${providers
  .filter(({ popularity }) => popularity)
  .toSorted((a, b) => (a.popularity ?? 0) - (b.popularity ?? 0))
  .map(({ identifier }) => `  '${identifier}',`)
  .join('\n')}
];
`;
}

/** The order in which drawings have always stood: "instagram" before "instagram-standalone". */
const byName = () => providers.toSorted((a, b) => (a.identifier < b.identifier ? -1 : 1));

if (import.meta.main) {
  await Promise.all([tabler.ensure(), simpleIcons.ensure()]);
  for (const [file, render] of Object.entries(DRAWINGS)) writeFileSync(file, render());
}
