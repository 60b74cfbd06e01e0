/** The documents say what is there: no dead link, no path that is gone, no command that does not exist. */
import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GENERATED, withGeneratedParts } from './write-docs.ts';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync('docs')
    .filter((f) => f.endsWith('.md'))
    .map((f) => join('docs', f)),
];
const text = (file: string): string => readFileSync(file, 'utf8');
/** The first words of what stands in backticks and code blocks. */
const code = (file: string): string =>
  [...text(file).matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map((m) => m[0]).join('\n');

describe('the documents', () => {
  it.each(documents)('%s links to what exists', (file) => {
    const links = [...text(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map((m) =>
      join(dirname(file), m[1] ?? ''),
    );
    expect(links.filter((link) => !existsSync(link))).toEqual([]);
  });

  it.each(documents)('%s names files that exist', (file) => {
    // Capital letters stand for a name of the reader's own.
    const paths = code(file).matchAll(
      /(?<![\w./-])(?:src|workflows|activities|providers|migrations|temporal|docs)\/[\w./-]*\w\.(?:ts|mjs|md|yaml|mod)\b/g,
    );
    expect(
      [...paths].map((m) => m[0]).filter((path) => !/\b(NAME|RESOURCE)\b/.test(path) && !existsSync(path)),
    ).toEqual([]);
  });

  it.each(documents)('%s names npm scripts and faults that exist', (file) => {
    const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> };
    expect(
      [...code(file).matchAll(/\bnpm run ([\w-]+(?::\w+)*)/g)]
        .map((m) => m[1] ?? '')
        .filter((name) => !(name in scripts)),
    ).toEqual([]);
    const catalogue = readdirSync('src/test/faults')
      .filter((f) => /^f\d+/.test(f))
      .map((f) => Number.parseInt(f.slice(1), 10));
    const named = [...code(file).matchAll(/npm run faults -- ((?:F\d+b? ?)+)/g)]
      .flatMap((m) => (m[1] ?? '').match(/\d+/g) ?? [])
      .map(Number);
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
