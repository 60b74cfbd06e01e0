/** Every text of the app, by the room it stands in. A text with a value is a function. */
import { apps } from './apps.ts';
import { common } from './common.ts';
import { posts } from './posts.ts';
import { settings } from './settings.ts';

export const strings = { common, posts, settings, apps } as const;
