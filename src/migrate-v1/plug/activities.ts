import { Context } from '@temporalio/activity';
import { withHeartbeat } from '../../../activities/heartbeat.ts';
import type { CopyProgress, MigrationDeps } from '../activities.ts';
import type { MigrationActivities } from '../workflows/contract.ts';

// Few instances ever migrate: a worker loads the code when it is needed.
const createMigrationActivities = (deps: MigrationDeps): MigrationActivities => ({
  async copyFromV1(ref) {
    const { copyFromV1 } = await import('../activities.ts');
    let latest = Context.current().info.heartbeatDetails as CopyProgress | undefined;
    const note = (progress: CopyProgress): void => void (latest = progress);
    return withHeartbeat(
      deps,
      ({ signal }) => copyFromV1({ deps, signal, begun: latest, note }, ref),
      () => latest,
    );
  },
  async takeMigrationStep(ref) {
    const { takeMigrationStep } = await import('../activities.ts');
    return withHeartbeat(deps, ({ signal }) => takeMigrationStep({ deps, signal }, ref));
  },
});

export const activities = [createMigrationActivities];
