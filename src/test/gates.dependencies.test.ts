/** What the lock file must hold, whichever machine wrote it. */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Readonly<Record<string, { readonly version?: string; readonly integrity?: string }>>;
};

describe('the lock file', () => {
  it('has one copy of protobufjs, so that Temporal reads a recorded history as its own', () => {
    expect(Object.keys(packages).filter((path) => path.endsWith('/protobufjs'))).toEqual([
      'node_modules/protobufjs',
    ]);
  });
});
