import { ApiError } from './errors.ts';
import { sentence } from './sentences.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id of a path or body. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** @throws ApiError `invalid_id` when a path parameter is not a UUID */
export function idParam(text: string | undefined): string {
  if (!text || !isUuid(text)) {
    const excerpt = (text ?? '').slice(0, 60);
    throw new ApiError('invalid_id', sentence('id_not_a_uuid', { given: excerpt }));
  }
  return text.toLowerCase();
}
