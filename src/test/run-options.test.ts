import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { readOptions } from './run-options.ts';
import { SLOW } from './slow-files.ts';

describe('npm test', () => {
  it.each([
    { args: [], short: true },
    { args: ['--changed'], short: true },
    { args: ['--shuffle=7', '--maxWorkers=1'], short: true },
    { args: ['--all'], short: false },
    { args: ['--all', '--shuffle'], short: false },
    { args: ['src/test/e2e'], short: false },
    { args: ['-t', 'is published once'], short: false },
    { args: ['--testNamePattern=is published once'], short: false },
  ])('with $args leaves out the slow files: $short', ({ args, short }) => {
    expect(readOptions(args).short).toBe(short);
    expect(readOptions(args).jest).not.toContain('--all');
  });

  it('leaves out files that exist, each named once', () => {
    expect(SLOW.filter((file) => !existsSync(file))).toEqual([]);
    expect(new Set(SLOW).size).toBe(SLOW.length);
  });
});
