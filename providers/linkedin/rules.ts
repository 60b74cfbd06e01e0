/** Limits that can be checked before anything is sent: those of every LinkedIn post. */
export { linkedInRules as rules, validateLinkedIn as validate } from '../_shared/linkedin/rules.ts';
