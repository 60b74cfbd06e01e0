import { isUuid } from './ids.ts';

/** The id that nothing has. */
const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * The id by which a list is filtered. A text that is not an id of ours becomes the id of nothing: the list is
 * empty then.
 */
export const idFilter = (text: string): string => (isUuid(text) ? text.toLowerCase() : NIL);
