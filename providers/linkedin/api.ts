/** Calls to LinkedIn are the same for profiles and pages. */
export { authorOf, call } from '../_shared/linkedin/api.ts';
