import { breaking, pause } from './scene.ts';

export const killedWhileWaiting = breaking({
  id: 'M3',
  kills: true,
  title: 'The cutover is killed twice while it waits for what v1 may be sending',
  promise:
    'killed while v1 is waited for: the wait goes on where it was, and what v1 still sends is not sent here',
  async cuttingOver({ world, inPhase }) {
    for (let n = 0; n < 2; n++) {
      await inPhase('waiting', async (kill) => {
        await pause(world, 0, 1500);
        kill();
      });
    }
  },
});
