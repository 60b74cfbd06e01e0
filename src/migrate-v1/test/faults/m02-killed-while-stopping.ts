import { breaking, pause } from './scene.ts';

export const killedWhileStopping = breaking({
  id: 'M2',
  kills: true,
  title: 'The cutover is killed while it stops v1: before v1 has written it, and right after',
  promise:
    'killed while v1 is stopped: a post that v1 has not sent is sent here, and a date in the future is not in doubt',
  async cuttingOver({ world, old, operator, inPhase }) {
    const release = await old.holdPosts();
    await inPhase('stopping', async (kill) => {
      await pause(world, 0, 1000);
      kill();
      await release();
    });
    await release();
    const cutover = operator.begin('cutover');
    await Promise.race([old.proxy.loseAnswerTo(`set "deletedAt" = '2000`), cutover.ended]);
    cutover.kill();
    await cutover.ended;
  },
});
