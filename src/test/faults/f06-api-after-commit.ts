import type { Fault } from './fault.ts';
import { killApiAt } from './api-kills.ts';

export const apiAfterCommit: Fault = {
  id: 'F6',
  title: 'SIGKILL of the API after the commit, before the run is started',
  promise:
    'an API killed after its commit: the post is published, and a client that repeats the request gets the same one',
  run: (world) => killApiAt(world, 'create:after-commit', { storedBeforeDeath: true }),
};
