/**
 * LinkedIn's own client for JavaScript (npm `linkedin-api-client`), whose rules for URLs and headers are
 * compared with ours. It is fetched into the cache, pinned by its checksum, and never part of the product.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { npmPackage } from '../npm-package.ts';

const client = npmPackage({
  name: 'linkedin-api-client',
  version: '0.3.0',
  sha256: 'ad89122de2317478a08d8c87f30fcdf322004b25b2a772e726c579c8c9a69d80',
});

/** What the client's own code does with a value. */
export interface Encoder {
  encode(value: unknown): string;
  paramEncode(value: unknown): string;
}

/** The client as a server of the tests. */
export const restliClient = {
  ...client,

  /** Its encoder; `ensure` comes first. */
  encoder: (): Encoder =>
    createRequire(join(client.folder(), 'package.json'))('./dist/lib/utils/encoder.js') as Encoder,

  /** The value that its own tests encode, and what they expect of it. */
  vectors(): { readonly example: Record<string, never>; readonly expected: Record<keyof Encoder, string> } {
    const source = readFileSync(join(client.folder(), 'tests/utils/encoder.test.ts'), 'utf8');
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
    const constants = createRequire(join(client.folder(), 'package.json'))(
      './dist/lib/utils/constants.js',
    ) as { RESTLI_METHOD_TO_HTTP_METHOD_MAP: Record<string, string> };
    return constants.RESTLI_METHOD_TO_HTTP_METHOD_MAP;
  },
} as const;
