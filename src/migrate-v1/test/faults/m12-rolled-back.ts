import { breaking, pause } from './scene.ts';
import { complete } from './steps.ts';

export const rolledBack = breaking({
  id: 'M12',
  title:
    'The cutover is rolled back in each phase and after it, the rollback is killed too, and all is cut over at last',
  promise: 'a rollback at each phase: v1 goes on with all its posts, and the next cutover takes the same',
  by: 'command line',
  posts: 180,
  async cuttingOver({ world, old, operator, inPhase }) {
    // Nothing may be sent from here in the meantime, or there would be no way back: a kill may come too late.
    await world.processes.end('worker');
    for (const phase of ['stopping', 'waiting', 'looking'] as const) {
      await inPhase(phase, (kill) => kill());
      await complete(operator, 'rollback');
      await complete(operator, 'copy');
    }
    await complete(operator, 'cutover');
    const release = await old.holdPosts();
    const rollback = operator.begin('rollback');
    await pause(world, 1000, 4000);
    rollback.kill();
    await rollback.ended;
    await release();
    await complete(operator, 'rollback');
    await complete(operator, 'copy');
    await world.processes.start('worker');
  },
});
