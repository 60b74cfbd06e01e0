/** Settings of a post of an organization's page. */
import { linkedInSettings } from '../_kit/linkedin.ts';

export const settingsSchema = linkedInSettings('linkedin-page');
