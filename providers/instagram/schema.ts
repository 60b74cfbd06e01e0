/** Settings of a post of an account that is connected through a Facebook Page. */
import { audioField, instagramSettings } from '../_shared/instagram/rules.ts';

export const settingsSchema = instagramSettings('instagram', { audio: audioField });
