/** Uploads, and the request of a post on a page. */
export { prepare } from '../_shared/linkedin/prepare.ts';
