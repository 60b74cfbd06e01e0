/**
 * `node src/client/generate.ts` writes both schema.d.ts anew, of the client and of the web app;
 * client.test.ts fails when that was forgotten.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Surface } from '../http/openapi/codes-of.ts';
import { TYPE_FILES, buildTypes } from './build-types.ts';

for (const [surface, file] of Object.entries(TYPE_FILES)) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, await buildTypes(surface as Surface));
}
