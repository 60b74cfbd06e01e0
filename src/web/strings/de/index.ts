/** Every German text of the web app. */
import type { english } from '../en/index.ts';
import type { Words } from '../words.ts';
import { first } from './first.ts';
import { pages, refusals } from './pages.ts';

export const german: Words<typeof english> = { ...first, ...pages, common: { ...first.common, ...refusals } };
