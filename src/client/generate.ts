/** `node src/client/generate.ts` writes schema.d.ts anew; client.test.ts fails when that was forgotten. */
import { writeFileSync } from 'node:fs';
import { buildTypes } from './build-types.ts';

writeFileSync(new URL('schema.d.ts', import.meta.url), await buildTypes());
