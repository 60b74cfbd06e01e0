/** What the errors mean is the same for all of Meta's networks. */
export { mapGraphFailure } from '../_shared/meta/errors.ts';
