/** Limits that can be checked before anything is sent: those of Instagram. */
export { instagramRules as rules, validateInstagram as validate } from '../_shared/instagram/rules.ts';
