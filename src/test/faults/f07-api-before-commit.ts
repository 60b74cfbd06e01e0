import type { Fault } from './fault.ts';
import { killApiAt } from './api-kills.ts';

export const apiBeforeCommit: Fault = {
  id: 'F7',
  title: 'SIGKILL of the API before the commit',
  promise:
    'an API killed before its commit: nothing exists, and a client that repeats the request gets one post',
  run: (world) => killApiAt(world, 'create:before-commit', { storedBeforeDeath: false }),
};
