/** Settings of a post to an account that is connected through a Facebook Page. */
import { audioField, instagramSettings } from '../_shared/instagram/schema.ts';

export const settingsSchema = instagramSettings('instagram', { audio: audioField });
