/** The calls that post on a page, comment and delete. */
export { publish, remove } from '../_shared/linkedin/publish.ts';
