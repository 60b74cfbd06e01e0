import { ApiError } from '../../platform/errors.ts';
import { isUuid } from '../../platform/validation.ts';

/** The place at which a page of posts ended. */
export interface PostCursor {
  readonly publishAt: Date;
  readonly id: string;
}

export const writeCursor = ({ publishAt, id }: PostCursor): string =>
  Buffer.from(`${publishAt.toISOString()} ${id}`).toString('base64url');

/** @throws ApiError `invalid_cursor` for what is not written as we write it, also where it could be read */
export function readCursor(cursor: string): PostCursor {
  const [date = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ');
  const publishAt = new Date(date);
  const readable =
    !Number.isNaN(publishAt.getTime()) &&
    publishAt.getUTCFullYear() >= 1 &&
    publishAt.getUTCFullYear() <= 9999 &&
    isUuid(id);
  if (!readable || writeCursor({ publishAt, id }) !== cursor) throw new ApiError('invalid_cursor');
  return { publishAt, id };
}
