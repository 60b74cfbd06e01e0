import { breaking, pause, type Scene } from './scene.ts';

type Kind = 'cut' | 'split';

export const networkAway = breaking({
  id: 'M9',
  title: 'The network between Crier and v1 is cut, or hangs, in each phase',
  promise:
    'the network to v1 goes away in any phase: the step ends or waits, says why, and repeated it goes on',
  async copying(scene) {
    for (const kind of ['split', 'cut'] as const) {
      const copy = scene.operator.begin('copy');
      await pause(scene.world, 2000, 4000);
      await away(scene, kind);
      await copy.ended;
    }
  },
  watching: (scene) => away(scene, scene.world.random.pick(['cut', 'split'])),
  async cuttingOver(scene) {
    const kinds: readonly Kind[] = scene.world.random.pick([
      ['cut', 'split', 'cut'],
      ['split', 'cut', 'split'],
    ]);
    for (const [n, phase] of (['stopping', 'waiting', 'looking'] as const).entries()) {
      await scene.inPhase(phase, () => away(scene, kinds[n] ?? 'cut'));
    }
  },
});

async function away({ world, old }: Scene, kind: Kind): Promise<void> {
  if (kind === 'cut') old.proxy.cut();
  else old.proxy.split();
  await pause(world, 500, 4000);
  old.proxy.heal();
}
