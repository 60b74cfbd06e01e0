/** Whether a call took effect: of a profile, nobody but a person can tell. */
export { verify } from '../_shared/linkedin/verify.ts';
