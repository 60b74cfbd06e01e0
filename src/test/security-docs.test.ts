/**
 * docs/security.md claims only what tests prove: every case has a line, and each line names tests that exist.
 */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { checklistOf, holds } from './doc-checklist.ts';

const text = readFileSync('docs/security.md', 'utf8');
/** The cases on OAuth, sessions, organisations, named servers, line breaks and leaks, then later ones. */
const CASES = [
  1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18, 20, 21, 22, 23, 24, 25, 27, 28, 29, 30, 31, 32, 33,
  34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 61, 70, 72, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100,
  // Bodies, texts and messages.
  101, 102, 103, 110, 112, 113, 114, 115, 116, 117, 118,
  // Files.
  119, 120,
  // What clients show.
  125,
];

describe('the attack cases', () => {
  const lines = checklistOf(text);

  it('have a line each', () => {
    expect(lines.map(({ words: text }) => Number(text.split(' ')[0]))).toEqual(CASES);
  });

  it('have no open line: each names a test', () => {
    expect(
      lines.filter(({ tests }) => !tests.length || tests.some(({ file, title }) => !file || !title)),
    ).toEqual([]);
    expect(text).not.toMatch(/\[ \]|\bTODO\b|\bTBD\b/);
  });

  it('name only tests that exist', () => {
    expect(lines.flatMap(({ tests }) => tests).filter(({ file, title }) => !holds(file, title))).toEqual([]);
  });
});
