/** Uploads, and the request of a post on a profile. */
export { prepare } from '../_shared/linkedin/prepare.ts';
