import { breaking, pause } from './scene.ts';

export const temporalKilled = breaking({
  id: 'M8',
  title: 'Temporal is killed during the cutover, and takes its time',
  promise: 'Temporal is away during the cutover: what Crier has taken over is published when it is back',
  breaksServers: true,
  // The worker takes no step without Temporal; the command line does.
  async cuttingOver({ world, inPhase }) {
    const downMs = world.size(8000, 20_000);
    await inPhase('waiting', async () => {
      await pause(world, 0, 2500);
      await world.stack().restartTemporal(world.random.between(downMs / 2, downMs));
    });
  },
});
