/** Settings of a post of a member's profile. */
import { linkedInSettings } from '../_shared/linkedin/rules.ts';

export const settingsSchema = linkedInSettings('linkedin');
