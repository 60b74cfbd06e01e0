import { breaking, pause } from './scene.ts';

export const oldDatabaseKilled = breaking({
  id: 'M6',
  title: "v1's PostgreSQL is killed while it is copied, watched, stopped, and looked at for the last time",
  promise: "v1's database is killed in copy and cutover: the step says so, and repeated it goes on",
  async copying({ world, old, operator }) {
    const copy = operator.begin('copy');
    await pause(world, 1500, 3500);
    await old.restartDatabase(world.random.between(0, 2000));
    await copy.ended;
  },
  watching: ({ world, old }) => old.restartDatabase(world.random.between(0, 1000)),
  async cuttingOver({ world, old, inPhase }) {
    for (const phase of ['stopping', 'looking'] as const) {
      await inPhase(phase, async () => {
        await pause(world, 0, 500);
        await old.restartDatabase(world.random.between(0, 2000));
      });
    }
  },
});
