import type { Fault } from './fault.ts';
import { killWorkerAt } from './worker-kills.ts';

export const workerAfterAccepted: Fault = {
  id: 'F3',
  title: 'SIGKILL of the worker after the network accepted, before the result is stored',
  promise: 'a worker killed after the network accepted: the post is found there and not sent again',
  run: (world) => killWorkerAt(world, 'publish:after-accepted', { extraMs: 8000 }),
};
