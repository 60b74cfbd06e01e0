/** Settings of a post on a member's profile. */
import { linkedInSettings } from '../_shared/linkedin/schema.ts';

export const settingsSchema = linkedInSettings('linkedin');
