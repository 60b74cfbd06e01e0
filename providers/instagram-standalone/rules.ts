/** Limits that can be checked before anything is sent: those of every Instagram post. */
export { instagramRules as rules, validateInstagram as validate } from '../_shared/instagram/rules.ts';
