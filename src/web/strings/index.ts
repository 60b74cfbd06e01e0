/** Every text of the app, by the room it stands in. A text with a value is a function. */
import { common } from './common.ts';
import { posts } from './posts.ts';

export const strings = { common, posts } as const;
