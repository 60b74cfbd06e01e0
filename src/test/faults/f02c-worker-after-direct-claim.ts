import type { Fault } from './fault.ts';
import { killWorkerAt } from './worker-kills.ts';

export const workerAfterDirectClaim: Fault = {
  id: 'F2c',
  title:
    'SIGKILL of the worker after a claim that noted the part as sent already, before anything was prepared',
  promise:
    'a worker killed between a claim straight into "sent" and the call: the network is asked, then the post is published once',
  // Posts without media on a network whose preparation makes no call: one statement claims and records the
  // attempt. The lookup waits until a call that may still be running is over and the network has settled, 16
  // s after the record.
  run: (world) => killWorkerAt(world, 'publish:after-claim', { extraMs: 18_000 }),
};
