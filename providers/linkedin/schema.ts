/** Settings of a post of a member's profile. */
import { linkedInSettings } from '../_kit/linkedin.ts';

export const settingsSchema = linkedInSettings('linkedin');
