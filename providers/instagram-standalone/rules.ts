/** Limits that can be checked before anything is sent: those of Instagram, which fetches all files. */
import { validateInstagram } from '../_shared/instagram/rules.ts';

export { instagramRules as rules } from '../_shared/instagram/rules.ts';

export const validate = validateInstagram(() => true);
