import { createRequire } from 'node:module';
import { migrations } from '../../../../migrations/index.ts';
import { fail, ok, warn, type Finding } from './finding.ts';

/** The first version that runs TypeScript without a flag; the same as in package.json. */
const OLDEST = [22, 18] as const;
/** The major version that Crier is tested on. */
const TESTED = 24;

/** @param version as in `process.versions.node` */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    return fail(
      'Node.js',
      `${version} is too old`,
      'Use the Node.js that comes with this project (npm run …), or install Node.js 24',
    );
  }
  if (major < TESTED) {
    return warn(
      'Node.js',
      `${version} works, but Crier is tested on ${TESTED}`,
      'Use the Node.js that comes with this project (npm run …), or install Node.js 24',
    );
  }
  return ok('Node.js', version);
}

/** The versions to mention in a bug report: Crier, its Temporal SDK, and its last migration. */
export function checkVersions(): Finding {
  const version = (path: string): string =>
    (createRequire(import.meta.url)(path) as { version: string }).version;
  const crier = version('../../../../package.json');
  const sdk = version('@temporalio/client/package.json');
  return ok('Versions', `Crier ${crier}, Temporal SDK ${sdk}, schema ${migrations.at(-1)?.name}`);
}
