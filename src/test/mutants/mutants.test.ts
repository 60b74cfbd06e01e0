import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { mutants } from './catalogue.ts';
import { mutated } from './mutant.ts';

describe('the mutants', () => {
  it('have names of their own', () => {
    const ids = mutants.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+\/[a-z-]+$/.test(id))).toEqual([]);
  });

  it.each(mutants.map((mutant) => [mutant.id, mutant] as const))(
    'find the guard that they remove, and their tests: %s',
    (_, mutant) => {
      expect(mutated(resolve('.'), mutant)).not.toBe(readFileSync(mutant.file, 'utf8'));
      expect(mutant.tests.filter((file) => !existsSync(file))).toEqual([]);
    },
  );

  it('each have their line in docs/promises.md or docs/security.md', () => {
    const text = ['docs/promises.md', 'docs/security.md'].map((file) => readFileSync(file, 'utf8')).join();
    expect(mutants.filter(({ id }) => !text.includes(`\`${id}\``)).map(({ id }) => id)).toEqual([]);
  });
});
