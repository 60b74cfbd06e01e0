/**
 * docs/compatibility.md claims only what tests prove: each line names tests that exist, and each network has
 * its table.
 */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createRegistry } from '../../providers/index.ts';
import { checklistOf, holds, readLine } from './doc-checklist.ts';

const FILE = 'docs/compatibility.md';
const text = readFileSync(FILE, 'utf8');

describe('what clients of the Public API may rely on', () => {
  const lines = checklistOf(text);

  it('has lines in every section', () => {
    expect(lines.length).toBeGreaterThan(100);
  });

  it('has no open line: each names a test', () => {
    expect(
      lines.filter(({ words: text, tests }) => !text || !tests.length || tests.some(({ file }) => !file)),
    ).toEqual([]);
    expect(text).not.toMatch(/\[ \]|\bTODO\b|\bTBD\b/);
  });

  it('names only tests that exist', () => {
    expect(lines.flatMap(({ tests }) => tests).filter(({ file, title }) => !holds(file, title))).toEqual([]);
  });

  it('has a table of what each network accepts', () => {
    const named = lines
      .filter(({ tests }) => tests[0]?.title.startsWith('testNetwork('))
      .map(({ words: text }) => text.replaceAll('`', ''));
    expect(named.toSorted()).toEqual([...createRegistry({ sandbox: true }).keys()].toSorted());
  });

  it('would notice a test that is gone', () => {
    expect(holds('src/test/security/cross-tenant.test.ts', 'a test that nobody wrote')).toBe(false);
    expect(readLine('| Open | |').tests).toEqual([]);
  });
});
