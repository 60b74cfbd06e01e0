/** Settings of a post of an organization's page. */
import { linkedInSettings } from '../_shared/linkedin/rules.ts';

export const settingsSchema = linkedInSettings('linkedin-page');
