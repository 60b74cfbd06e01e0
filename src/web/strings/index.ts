/** Every text of the web app. A text with a value is a function. */
import { english } from './en/index.ts';
import type { Words } from './words.ts';

export type Strings = Words<typeof english>;

export const strings: Strings = { ...english };
