import type { Fault } from './fault.ts';
import { killWorkerAt } from './worker-kills.ts';

export const workerAfterSent: Fault = {
  id: 'F2',
  title: 'SIGKILL of the worker after it noted "about to send", before it sent',
  promise: 'a worker killed right before it sends: the network is asked, then the post is published once',
  // The lookup may wait until the network has settled (6 s for the sandbox).
  run: (world) => killWorkerAt(world, 'publish:after-sent', { extraMs: 8000 }),
};
