/**
 * LinkedIn's own client for JavaScript (npm `linkedin-api-client`), whose rules for URLs and headers are
 * compared with ours. It is fetched into the cache, pinned by its checksum, and never part of the product.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { childEnv } from '../../../platform/config/config.ts';
import { Unavailable, cacheFolder, run } from '../../servers/server.ts';

const VERSION = '0.3.0';
const SHA256 = 'ad89122de2317478a08d8c87f30fcdf322004b25b2a772e726c579c8c9a69d80';

const folder = (): string => cacheFolder(`linkedin-api-client-${VERSION}`);

/** What the client's own code does with a value. */
export interface Encoder {
  encode(value: unknown): string;
  paramEncode(value: unknown): string;
}

/** The client as a server of the tests, so that tests without it are skipped by name and reason. */
export const restliClient = {
  name: 'linkedin-api-client',

  /** @throws Unavailable, with what would help */
  async ensure(): Promise<void> {
    if (existsSync(folder())) return;
    await mkdir(dirname(folder()), { recursive: true });
    const building = await mkdtemp(`${folder()}.building-`);
    try {
      await run(
        'npm',
        ['pack', '--silent', '--pack-destination', building, `linkedin-api-client@${VERSION}`],
        { cwd: building, env: childEnv() },
      );
      const archive = join(building, `linkedin-api-client-${VERSION}.tgz`);
      const sum = createHash('sha256')
        .update(await readFile(archive))
        .digest('hex');
      if (sum !== SHA256) throw new Error(`it has the checksum ${sum}`);
      await run('tar', ['-xzf', archive, '-C', building]);
      await rename(join(building, 'package'), folder());
    } catch (error) {
      throw new Unavailable(`LinkedIn's client needs npm and its registry: ${(error as Error).message}`, {
        cause: error,
      });
    } finally {
      await rm(building, { recursive: true, force: true });
    }
  },

  /** Its encoder; `ensure` comes first. */
  encoder: (): Encoder =>
    createRequire(join(folder(), 'package.json'))('./dist/lib/utils/encoder.js') as Encoder,

  /** The value that its own tests encode, and what they expect of it. */
  vectors(): { readonly example: Record<string, never>; readonly expected: Record<keyof Encoder, string> } {
    const source = readFileSync(join(folder(), 'tests/utils/encoder.test.ts'), 'utf8');
    const literal = (name: string): unknown => {
      const found = new RegExp(`const ${name} = (\\{[\\s\\S]*?\\n\\});`).exec(source)?.[1];
      if (!found) throw new Error(`the tests of linkedin-api-client have no ${name}`);
      return JSON.parse(JSON.stringify(runInNewContext(`(${found})`)));
    };
    return { example: literal('example'), expected: literal('expected') } as ReturnType<
      typeof restliClient.vectors
    >;
  },

  /** The HTTP method of each Rest.li method. */
  methods: (): Readonly<Record<string, string>> => {
    const constants = createRequire(join(folder(), 'package.json'))('./dist/lib/utils/constants.js') as {
      RESTLI_METHOD_TO_HTTP_METHOD_MAP: Record<string, string>;
    };
    return constants.RESTLI_METHOD_TO_HTTP_METHOD_MAP;
  },
} as const;
