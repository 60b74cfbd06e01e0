/** docs/public-api.md says only what a test holds: each line names tests that are there, and each network has its table. */
import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { createNetworks } from '../../providers/index.ts';

const FILE = 'docs/public-api.md';
const text = readFileSync(FILE, 'utf8');

/** A line of a table whose last column is "Test". `tests` = file and title, as far as both are given. */
interface Line {
  readonly words: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

/** The tables of the document that have a column "Test". */
function checklist(): Line[] {
  const tables = text.split('\n\n').filter((block) => /^\|.*\| Test \|$/m.test(block.split('\n')[0] ?? ''));
  return tables.flatMap((table) => table.split('\n').slice(2).filter((row) => row.startsWith('|')).map(readLine));
}

function readLine(row: string): Line {
  const [, words = '', cell = ''] = /^\| (.*) \| (.*) \|$/.exec(row) ?? [];
  let file = '';
  const tests: { file: string; title: string }[] = [];
  for (const [, named = ''] of cell.matchAll(/`([^`]+)`/g)) {
    if (/^(src|activities|providers|workflows)\/[\w./-]+\.ts$/.test(named)) file = named;
    else tests.push({ file, title: named });
  }
  return { words: words.slice(0, 80), tests };
}

/** Titles stand in the source with their quotes escaped. */
const holds = (file: string, title: string): boolean => existsSync(file) && readFileSync(file, 'utf8').replaceAll("\\'", "'").includes(title);

describe('the checklist of the Public API', () => {
  const lines = checklist();

  it('has lines in every section', () => {
    expect(lines.length).toBeGreaterThan(100);
  });

  it('has no open line: each names a test', () => {
    expect(lines.filter(({ words, tests }) => !words || !tests.length || tests.some(({ file }) => !file))).toEqual([]);
    expect(text).not.toMatch(/\[ \]|\bTODO\b|\bTBD\b/);
  });

  it('names tests that are there', () => {
    expect(lines.flatMap(({ tests }) => tests).filter(({ file, title }) => !holds(file, title))).toEqual([]);
  });

  it('has a table of what it takes for each network', () => {
    const named = lines.filter(({ tests }) => tests[0]?.title.startsWith('testNetwork(')).map(({ words }) => words.replaceAll('`', ''));
    expect(named.toSorted()).toEqual([...createNetworks({ sandbox: true }).keys()].toSorted());
  });

  it('would find a test that is gone', () => {
    expect(holds('src/routes/cross-tenant.test.ts', 'a test that nobody wrote')).toBe(false);
    expect(readLine('| Open | |').tests).toEqual([]);
  });
});
