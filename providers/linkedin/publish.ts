/** The calls that post on a profile, comment and delete. */
export { publish, remove } from '../_shared/linkedin/publish.ts';
