import type { Fault } from './fault.ts';
import { killWorkerAt } from './worker-kills.ts';

export const workerBeforeClaim: Fault = {
  id: 'F1',
  title: 'SIGKILL of the worker before it claims a post',
  promise: 'a worker killed before it claims a post: the restarted one publishes it once',
  run: (world) => killWorkerAt(world, 'publish:before-claim'),
};
