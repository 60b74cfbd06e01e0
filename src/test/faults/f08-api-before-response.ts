import type { Fault } from './fault.ts';
import { killApiAt } from './api-kills.ts';

export const apiBeforeResponse: Fault = {
  id: 'F8',
  title: 'SIGKILL of the API before it answers',
  promise: 'an API killed before it answers: the same Idempotency-Key gives the same ids and no second post',
  run: (world) => killApiAt(world, 'create:before-response', { storedBeforeDeath: true }),
};
