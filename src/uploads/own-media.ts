import { ApiError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences.ts';

/** A caller sees and changes only its own organisation's files. */
export function assertOwnMedia<M extends { readonly organizationId: string }>(
  organizationId: string,
  file: M | undefined,
  id: string,
): asserts file is M {
  if (!file) throw new ApiError('media_not_found', sentence('no_such_file', { id }));
  if (file.organizationId !== organizationId) {
    throw new ApiError('foreign_resource', sentence('foreign_file', { id }));
  }
}
