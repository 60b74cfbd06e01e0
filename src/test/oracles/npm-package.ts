/**
 * A package of the npm registry that is an oracle, or that something is generated from: fetched into the
 * cache, pinned by its checksum, without what it depends on, and never part of the product.
 */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { childEnv } from '../../platform/config/config.ts';
import { cacheFolder, run } from '../servers/server.ts';
import { ensureFetched } from './fetched.ts';

/** A package as a server of the tests, so that tests without it are skipped by name and reason. */
export interface NpmPackage {
  readonly name: string;
  /** @throws Unavailable, with what would help */
  ensure(): Promise<void>;
  /** Where it is; `ensure` comes first. */
  folder(): string;
}

/** `sha256`: of the archive. */
export function npmPackage(wanted: { name: string; version: string; sha256: string }): NpmPackage {
  const plain = wanted.name.replaceAll(/[^\w.-]+/g, '-').replace(/^-/, '');
  const folder = (): string => cacheFolder(`${plain}-${wanted.version}`);
  return {
    name: `${wanted.name}@${wanted.version}`,
    folder,
    ensure: () =>
      ensureFetched(folder(), `${wanted.name} needs npm and its registry`, (into) => fetchInto(into, wanted)),
  };
}

async function fetchInto(
  building: string,
  { name, version, sha256 }: { name: string; version: string; sha256: string },
): Promise<string> {
  const pack = ['pack', '--silent', '--pack-destination', building, `${name}@${version}`];
  await run('npm', pack, { cwd: building, env: childEnv() });
  const [archive = ''] = (await readdir(building)).filter((file) => file.endsWith('.tgz'));
  const sum = createHash('sha256')
    .update(await readFile(join(building, archive)))
    .digest('hex');
  if (sum !== sha256) throw new Error(`it has the checksum ${sum}`);
  await run('tar', ['-xzf', join(building, archive), '-C', building]);
  return join(building, 'package');
}
