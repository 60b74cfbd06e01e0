import { breaking, pause } from './scene.ts';

export const killedWhileCopying = breaking({
  id: 'M1',
  kills: true,
  title: 'v1 is copied, and the process that copies is killed three times',
  promise: 'killed while v1 is copied: repeated, the copy is complete, and nothing of v1 was disturbed',
  async copying({ world, operator }) {
    for (let n = 0; n < 3; n++) {
      const copy = operator.begin('copy');
      await pause(world, 500, 4000);
      copy.kill();
      if (operator.by === 'command line') await copy.ended;
    }
  },
});
