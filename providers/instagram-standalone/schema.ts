/** Settings of a post to an account without a Facebook Page, which has no `audio`. */
import { instagramSettings } from '../_shared/instagram/schema.ts';

export const settingsSchema = instagramSettings('instagram-standalone');
