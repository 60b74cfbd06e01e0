/** Settings of a post on the page of an organisation. */
import { linkedInSettings } from '../_shared/linkedin/schema.ts';

export const settingsSchema = linkedInSettings('linkedin-page');
