/**
 * `npm run oracles`: only the tests that hold our requests against vendors' own descriptions. The folder with
 * the descriptions is CRIER_ORACLES.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { childEnv } from '../../platform/config/config.ts';

const files = ['src', 'providers'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => join(root, file))
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .filter((file) => /\b(?:testAgainst|describeWithOracle)\(/.test(readFileSync(file, 'utf8'))),
);
const { status } = spawnSync(process.execPath, ['src/test/run.ts', ...files], {
  env: childEnv(),
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
