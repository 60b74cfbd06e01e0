/**
 * The JSON schema of the Compose specification, from the Go module that reads Compose files for Docker itself
 * (github.com/compose-spec/compose-go, Apache-2.0). Fetched once, and nothing is built.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { childEnv } from '../../platform/config/config.ts';
import { Unavailable, cacheFolder, run } from './server.ts';

const VERSION = '2.16.2';
const MODULE = `github.com/compose-spec/compose-go/v2@v${VERSION}`;
/** The hash of the module's files, as Go computes it. */
const SUM = 'h1:pTp1DqQwJzFd85GzlWsSszKA1ABrV/ySqsClujIcWA8=';

const file = (): string => join(cacheFolder(`compose-schema-${VERSION}`), 'compose-spec.json');

/** The schema, once it is in the cache. */
export const composeSchema = {
  name: 'compose-schema',

  /** Brings it into the cache. @throws Unavailable when it cannot be had */
  async ensure(): Promise<void> {
    if (existsSync(file())) return;
    const { Dir, Sum } = await download();
    if (Sum !== SUM) throw new Unavailable(`${MODULE} has the checksum ${Sum}, not ${SUM}`);
    await mkdir(dirname(file()), { recursive: true });
    const draft = `${file()}.${randomUUID()}`;
    await copyFile(join(Dir, 'schema', 'compose-spec.json'), draft);
    await rename(draft, file());
  },

  /** Reads it; `ensure` comes first. */
  read: (): object => JSON.parse(readFileSync(file(), 'utf8')) as object,
};

/** The answer of `go mod download -json` about a module. */
interface Download {
  readonly Dir: string;
  readonly Sum: string;
}

async function download(): Promise<Download> {
  // Outside of any module: no go.mod of ours is read or changed.
  const output = await run('go', ['mod', 'download', '-json', MODULE], {
    cwd: tmpdir(),
    env: childEnv({ GOFLAGS: undefined }),
  }).catch((error: unknown) => {
    throw new Unavailable(
      `the schema of the Compose specification could not be fetched with Go: ${(error as Error).message}`,
      { cause: error },
    );
  });
  // Go writes its progress before the answer.
  return JSON.parse(output.slice(output.indexOf('{'))) as Download;
}
