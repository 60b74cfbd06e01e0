import type { Operation } from '../../http/operation.ts';
import { lookAfterRestoreOperation } from '../routes/after-restore.ts';
import {
  getMigrationOperation,
  planMigrationOperation,
  startMigrationOperation,
  takeMigrationStepOperation,
} from '../routes/migration.ts';

export const operations: readonly Operation[] = [
  getMigrationOperation,
  planMigrationOperation,
  startMigrationOperation,
  takeMigrationStepOperation,
  lookAfterRestoreOperation,
];
