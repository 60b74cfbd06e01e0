import { ApiError } from '../platform/errors.ts';

/** A caller sees and changes only its own organisation's files. */
export function assertOwnMedia<M extends { readonly organizationId: string }>(
  organizationId: string,
  file: M | undefined,
  id: string,
): asserts file is M {
  if (!file) throw new ApiError('media_not_found', { message: `No file of the library has the id ${id}` });
  if (file.organizationId !== organizationId) {
    throw new ApiError('foreign_resource', { message: `The file ${id} belongs to another organisation` });
  }
}
