import { ApiError } from './errors.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id of a path or body. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** @throws ApiError `invalid_id` when a path parameter is not a UUID */
export function idParam(text: string | undefined): string {
  if (!text || !isUuid(text)) {
    const excerpt = (text ?? '').slice(0, 60);
    throw new ApiError('invalid_id', {
      message: `"${excerpt}" is not an id, such as 0190c7c1-8a3e-7d0b-9d43-0f3c1f5f0a11`,
    });
  }
  return text.toLowerCase();
}
