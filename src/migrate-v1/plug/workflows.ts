export { MigrateV1Workflow } from '../workflows/migration.ts';
