/** The documents are right about what exists: no dead link, no path that is gone, no unknown command. */
import { describe, expect, it } from '@jest/globals';
import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { anchorOf } from './decisions.ts';
import { GENERATED, withGeneratedParts } from './write-docs.ts';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'bench/RESULTS.md',
  'src/client/README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((f) => f.endsWith('.md'))
    .map((f) => join('docs', f)),
  ...globSync('providers/*/*.md'),
];
const text = (file: string): string => readFileSync(file, 'utf8');
/** The beginnings of what is in backticks and code blocks. */
const code = (file: string): string =>
  [...text(file).matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map((m) => m[0]).join('\n');

const ROOTS = 'src|workflows|activities|providers|migrations|temporal|bench|docs';
/**
 * Files and folders, as paths from the root of the repository. Capitals stand for a name the reader chooses.
 */
const pathsIn = (file: string): string[] =>
  [...code(file).matchAll(new RegExp(`(?<![\\w./-])(?:${ROOTS})/[\\w./-]*`, 'g'))]
    .map(([path]) => path.replace(/\.+$/, ''))
    .filter((path) => !/\b(NAME|MODULE|AREA)\b/.test(path));

/** Lines that could be shorter: not those of tables, code, pictures, and what one word or link fills. */
const wideLines = (file: string): string[] =>
  text(file)
    .replaceAll(/^ *```[\s\S]*?^ *```|<!-- (\w+) -->[\s\S]*?<!-- \/\1 -->/gm, (part) =>
      '\n'.repeat(part.split('\n').length - 1),
    )
    .split('\n')
    .flatMap((line, n) =>
      line.length > 110 && !/^\s*[|<#]|^\d{4}-\d\d-\d\d · |^\s*(?:[-*]|\d+\.)? *\S+$|\]\(\S{60,}\)/.test(line)
        ? [`${file}:${n + 1}: ${line.length} columns`]
        : [],
    );

describe('the documents', () => {
  it.each(documents.filter((file) => !/^(bench\/RESULTS|docs\/errors)\.md$/.test(file)))(
    '%s has no wide line',
    (file) => {
      expect(wideLines(file)).toEqual([]);
    },
  );

  it.each(documents)('%s links only to files that exist', (file) => {
    const links = [...text(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map((m) =>
      join(dirname(file), m[1] ?? ''),
    );
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  });

  it.each(documents)('%s links only to headings that exist', (file) => {
    const links = [...text(file).matchAll(/\]\((?!https?:)([^)#\s]*\.md)?#([\w-]+)\)/g)];
    const dead = links.filter(([, to, heading = '']) => {
      const headings = [...text(to ? join(dirname(file), to) : file).matchAll(/^#+ (.+)$/gm)];
      return !headings.some(([, text = '']) => anchorOf(text) === heading);
    });
    expect(dead.map(([link]) => link)).toEqual([]);
  });

  it.each(documents)('%s names only files and folders that exist', (file) => {
    expect(pathsIn(file).filter((path) => !existsSync(path))).toEqual([]);
  });

  it('draw the tree as it is: every room of src, and what stands in each', () => {
    const tree = /^```\n(src\/[\s\S]*?)^```/m.exec(text('docs/architecture.md'))?.[1] ?? '';
    const drawn: string[] = [];
    let [room, inside] = ['', ''];
    for (const line of tree.split('\n')) {
      const [, indent = '', names = '', text = ''] = /^( *)(\S+(?: \S+)*)? {2,}(.*)$/.exec(line) ?? [];
      if (names && !indent) [room, inside] = [names, ''];
      else if (names && indent.length === 2) inside = names;
      const here = inside ? inside.split(' ').map((name) => room + name) : [room];
      if (names && !/[A-Z]/.test(room)) drawn.push(...here);
      for (const [name] of text.matchAll(/(?<![\w./-])[\w.-]+(?:\.ts|\/(?!\w))/g)) {
        const places = [...here, room].map((place) => join(place, name));
        drawn.push(places.find((place) => existsSync(place)) ?? join(room, name));
      }
    }
    expect(drawn.filter((path) => path !== '' && !existsSync(path))).toEqual([]);
    const rooms = readdirSync('src', { withFileTypes: true }).map(({ name }) => `src/${name}/`);
    expect(rooms.filter((name) => !drawn.includes(name))).toEqual([]);
  });

  it.each(documents)('%s names only npm scripts and faults that exist', (file) => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
    expect(
      [...code(file).matchAll(/\bnpm run ([\w-]+(?::\w+)*)/g)]
        .map((m) => m[1] ?? '')
        .filter((name) => !(name in scripts)),
    ).toEqual([]);
    // A fault is in a file of its name: f02-…, r1-…, or m01-… in a workspace.
    const idOf = (letter = '', number = ''): string => `${letter.toUpperCase()}${Number(number)}`;
    const catalogue = globSync(['src/test/faults/**', 'src/*/test/faults/**'])
      .map((f) => /(?:^|\/)([fmr])(\d+)[^/]*$/.exec(f))
      .map((m) => idOf(m?.[1], m?.[2]));
    const named = [...code(file).matchAll(/npm run faults -- ((?:[FMR]\d+[a-d]? ?)+)/g)]
      .flatMap((m) => [...(m[1] ?? '').matchAll(/([FMR])(\d+)/g)])
      .map((m) => idOf(m[1], m[2]));
    expect(named.filter((id) => !catalogue.includes(id))).toEqual([]);
  });

  it.each(
    Object.entries(GENERATED).flatMap(([file, parts]) =>
      Object.entries(parts).map(([name, render]) => [file, name, render] as const),
    ),
  )('%s holds its generated part "%s" (npm run generate writes it)', (file, name, render) => {
    expect(text(file)).toContain(`<!-- ${name} -->\n${render()}\n<!-- /${name} -->`);
    expect(withGeneratedParts(file)).toBe(text(file));
  });
});
