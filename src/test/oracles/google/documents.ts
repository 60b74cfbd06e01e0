/**
 * Google's discovery documents, which its own Python client (PyPI, Apache-2.0) carries. They are fetched into
 * the cache, pinned by a checksum, and never copied into the project.
 */
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { childEnv } from '../../../platform/config/config.ts';
import { cacheFolder, run } from '../../servers/server.ts';
import { ensureFetched } from '../fetched.ts';
import type { Discovery } from './discovery.ts';

const CLIENT = {
  name: 'google-api-python-client',
  version: '2.202.0',
  sha256: 'aaa90064c9bb642ff1d065b22ca8958a2cb6e345909cefe70d0e5452fc50e08b',
} as const;
const INSIDE = 'googleapiclient/discovery_cache/documents';

const folder = (): string => cacheFolder(`google-discovery-${CLIENT.version}`);

/** The documents as a server of the tests, so that tests without them are skipped by name and reason. */
export const documents = {
  name: 'google-discovery',

  /** @throws Unavailable, with what would help */
  ensure: (log: (line: string) => void): Promise<void> =>
    ensureFetched(folder(), "Google's discovery documents need python3 with pip, and PyPI", (building) => {
      log("fetching Google's discovery documents (16 MB)");
      return fetchInto(building);
    }),

  /** One document (`youtube.v3`); `ensure` comes first. */
  read: (name: string): Discovery =>
    JSON.parse(readFileSync(join(folder(), INSIDE, `${name}.json`), 'utf8')) as Discovery,
} as const;

async function fetchInto(building: string): Promise<void> {
  const list = join(building, 'requirements.txt');
  await writeFile(list, `${CLIENT.name}==${CLIENT.version} --hash=sha256:${CLIENT.sha256}\n`);
  const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--only-binary', ':all:', '--require-hashes'];
  await run('python3', [...pip, '--dest', building, '--requirement', list], { env: childEnv() });
  const wheel = join(building, `${CLIENT.name.replaceAll('-', '_')}-${CLIENT.version}-py3-none-any.whl`);
  // A wheel is a zip, which the standard library of Python unpacks.
  await run('python3', ['-m', 'zipfile', '-e', wheel, building], { env: childEnv() });
  await rm(wheel);
}
