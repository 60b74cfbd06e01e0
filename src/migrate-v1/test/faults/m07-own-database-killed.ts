import { breaking, pause } from './scene.ts';

export const ownDatabaseKilled = breaking({
  id: 'M7',
  title: "Crier's PostgreSQL is killed while v1 is copied, and in each phase of the cutover",
  promise: "Crier's database is killed in copy and cutover: repeated, the step goes on where it was",
  breaksServers: true,
  // The database starts again four times, and some are still to come due after that.
  posts: 120,
  async copying({ world, operator }) {
    const copy = operator.begin('copy');
    await pause(world, 1500, 3500);
    await world.stack().killPostgres();
    await copy.ended;
  },
  async cuttingOver({ world, inPhase }) {
    for (const phase of ['stopping', 'waiting', 'looking'] as const) {
      await inPhase(phase, async () => {
        await pause(world, 0, 500);
        await world.stack().killPostgres();
      });
    }
  },
});
