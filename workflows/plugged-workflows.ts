/** Generated from the workspaces that plug in (docs/architecture.md): `npm run generate`. */
export * from '../src/migrate-v1/plug/workflows.ts';
