/**
 * Test files that a plain `npm test` leaves out, to stay within a quarter of an hour on two processors. They
 * take a third of the time of all, and rarely fail where no other file does. `npm test -- --all` runs them
 * too, as CI does for every push (`.ci/run`).
 */
export const SLOW: readonly string[] = [
  // Networks, faults and several instances, end to end. Contracts and the ledger's tests fail first.
  'src/test/clients/official-cli.test.ts',
  'src/test/e2e/every-network.test.ts',
  'src/test/e2e/fleet.test.ts',
  'src/test/e2e/freeze.test.ts',
  'src/test/e2e/freeze-copy.test.ts',
  'src/test/e2e/held.test.ts',
  'src/test/e2e/networks.test.ts',
  'src/test/e2e/one-request.test.ts',
  'src/test/e2e/resolve.test.ts',
  'src/test/e2e/restored.test.ts',
  'src/test/e2e/stopped-worker.test.ts',
  'src/test/e2e/wiped-temporal.test.ts',
  'src/test/faults/faults.test.ts',
  // Programs as people install, start and stop them.
  'src/embedded/install.test.ts',
  'src/embedded/postgres.test.ts',
  'src/embedded/signals.test.ts',
  'src/embedded/supervisor.test.ts',
  'src/embedded/temporal-build.test.ts',
  'src/embedded/temporal-package.test.ts',
  'src/embedded/temporal-server.test.ts',
  'src/test/compose.test.ts',
  'src/test/e2e/first-page.test.ts',
  'src/test/e2e/given-programs.test.ts',
  'src/test/e2e/npm-start.test.ts',
  // The move from v1, with v1's own servers.
  'src/migrate-v1/copy/any-value.test.ts',
  'src/migrate-v1/cutover/late-runs.test.ts',
  'src/migrate-v1/cutover/restored.test.ts',
  'src/migrate-v1/cutover/stop-jobs.test.ts',
  'src/migrate-v1/cutover/stop-plugs.test.ts',
  'src/migrate-v1/cutover/stop-rest.test.ts',
  'src/migrate-v1/cutover/stop-runs.test.ts',
  'src/migrate-v1/cutover/stopped-and-restored.test.ts',
  'src/test/e2e/migrate-v1.test.ts',
  // Whole ways through the web app. Each page has tests of its own.
  'src/test/e2e/other-origin.test.ts',
  'src/test/e2e/reference-page.test.ts',
  'src/test/e2e/temporal-ui.test.ts',
  'src/test/e2e/web-app.test.ts',
  'src/web/connect-networks.test.ts',
  'src/web/german.test.ts',
  'src/web/german.refusals.test.ts',
  'src/web/migration.test.ts',
  'src/web/walks.test.ts',
  // Much at once, and processes that are killed in the middle.
  'activities/large-media.test.ts',
  'src/cli/archive/killed-export.test.ts',
  'src/cli/archive/killed-import.test.ts',
  'src/cli/channels/try-stopped.test.ts',
  'src/test/e2e/fuzz.test.ts',
  'src/test/growth.test.ts',
  'src/uploads/memory.test.ts',
];
