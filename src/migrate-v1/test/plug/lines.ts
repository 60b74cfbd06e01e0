import type { Line } from '../../../test/security/app-operations.ts';

/** Nothing listens there. */
const NO_V1 = { source: 'postgres://reader@127.0.0.1:1/v1', jwtSecret: 'a secret' };

export const lines: readonly (readonly [string, Line])[] = [
  ['getMigration', { least: 'operator' }],
  ['planMigration', { least: 'operator', body: () => NO_V1, status: 400 }],
  ['startMigration', { least: 'operator', body: () => NO_V1, status: 400 }],
  ['lookAfterRestore', { least: 'operator', body: () => ({ act: false }) }],
  ['takeMigrationStep', { least: 'operator', body: () => ({ do: 'pause' }), status: 400 }],
];
