/** What the errors mean is the same for profiles and pages. */
export { mapFailure } from '../_shared/linkedin/errors.ts';
