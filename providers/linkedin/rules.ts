/** Limits that can be checked before anything is sent: those of LinkedIn. */
export { linkedInRules as rules, validateLinkedIn as validate } from '../_shared/linkedin/rules.ts';
