import type { Fault } from './fault.ts';
import { killWorkerAt } from './worker-kills.ts';

export const workerBetweenParts: Fault = {
  id: 'F4',
  title: 'SIGKILL of the worker between two parts of a thread',
  promise: 'a worker killed between two parts of a thread: it continues with the next part and repeats none',
  run: (world) =>
    killWorkerAt(world, 'publish:between-parts', { parts: 3, delayMinutes: world.random.pick([0, 0.02]) }),
};
