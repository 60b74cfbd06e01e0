/** Whether a call took effect, from what the page shows. */
export { recent, verify } from '../_shared/linkedin/verify.ts';
