/**
 * Settings of a post of an account that is connected by itself, without a Facebook Page: it has no sounds,
 * and `audio` is kept like any unknown field.
 */
import { instagramSettings } from '../_shared/instagram/rules.ts';

export const settingsSchema = instagramSettings('instagram-standalone');
