import { ApiError } from './errors.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id of a path or body. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** The id that nothing has. */
const NIL = '00000000-0000-0000-0000-000000000000';

/** The id by which a list is filtered. Whatever is no id of ours is the id of nothing: the list is empty then. */
export const idFilter = (text: string): string => (isUuid(text) ? text.toLowerCase() : NIL);

/** @throws ApiError `invalid_id` when a path parameter is not a UUID */
export function idParam(text: string | undefined): string {
  if (!text || !isUuid(text)) {
    throw new ApiError('invalid_id', { message: `"${(text ?? '').slice(0, 60)}" is not an id` });
  }
  return text.toLowerCase();
}
