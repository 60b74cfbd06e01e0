import { createRequire } from 'node:module';
import { migrations } from '../../../migrations/index.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

/** The first Node.js that runs TypeScript without a flag and that package.json names. */
const OLDEST = [22, 18] as const;
/** The line that Crier is tested on. */
const TESTED = 24;

/** @param version as in `process.versions.node` */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    return fail(
      'Node.js',
      `${version} is too old`,
      'Use the Node.js of this project (npm run …), or install Node.js 24',
    );
  }
  if (major < TESTED) {
    return warn(
      'Node.js',
      `${version} works; Crier is tested on ${TESTED}`,
      'Use the Node.js of this project (npm run …), or install Node.js 24',
    );
  }
  return ok('Node.js', version);
}

/**
 * The versions that a question about an instance needs: this program's and its Temporal SDK's, the last
 * migration it brings.
 */
export function checkVersions(): Finding {
  const version = (path: string): string =>
    (createRequire(import.meta.url)(path) as { version: string }).version;
  return ok(
    'Versions',
    `Crier ${version('../../../package.json')}, Temporal SDK ${version('@temporalio/client/package.json')}, schema ${migrations.at(-1)?.name}`,
  );
}
