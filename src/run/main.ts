/**
 * Process entry: role → config → run. `node src/run/main.ts all|dev|api|worker|migrate|first-run|bundle
 * PATH|build-web PATH|export-web PATH|web-dev`
 */
import { useCompileCache } from '../platform/compile-cache.ts';
import { ConfigError, loadConfig } from '../platform/config/config.ts';
import { StartError } from '../platform/start-error.ts';

const roles: Record<string, () => Promise<void>> = {
  all: async () => (await import('./roles/all.ts')).runAll(loadConfig(), { dev: false }),
  dev: async () => (await import('./roles/all.ts')).runAll(loadConfig(), { dev: true }),
  api: async () => (await import('./roles/api.ts')).runApi(loadConfig()),
  worker: async () => (await import('./roles/worker.ts')).runWorker(loadConfig()),
  migrate: async () => (await import('./roles/migrate.ts')).runMigrate(loadConfig()),
  'first-run': async () => (await import('./roles/first-run.ts')).runFirstRun(loadConfig()),
  bundle: async () => (await import('./roles/workflow-bundle.ts')).writeBundle(process.argv[3] ?? ''),
  'build-web': async () => (await import('../http/build-web.ts')).buildWeb(process.argv[3] ?? ''),
  'export-web': async () =>
    (await import('../http/build-web.ts')).exportWeb(loadConfig(), process.argv[3] ?? ''),
  'web-dev': async () => (await import('../http/build-web.ts')).runWebDev(loadConfig()),
};

useCompileCache();
const name = process.argv[2] ?? 'all';
try {
  const run = roles[name];
  if (!run) throw new StartError(`There is no role "${name}": use ${Object.keys(roles).join(', ')}`);
  await run();
} catch (error) {
  const readable = error instanceof StartError || error instanceof ConfigError;
  process.stderr.write(
    `${readable ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
}
// What ran has ended; a timer or a socket of a library must not keep the process.
if (name !== 'all' && name !== 'dev') process.exit(0);
