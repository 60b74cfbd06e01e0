/** Every English text of the web app, by the part of it that shows the text. */
import { first } from './first.ts';
import { pages } from './pages.ts';

export const english = { ...first, ...pages } as const;
