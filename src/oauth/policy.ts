import { ApiError } from '../platform/errors.ts';
import { sentence } from '../platform/sentences.ts';

/**
 * An organisation sees and changes only its own apps.
 *
 * @throws ApiError `app_not_found`, `foreign_resource`
 */
export function assertOwnApp<A extends { readonly organizationId: string; readonly deletedAt?: Date | null }>(
  organizationId: string,
  app: A | undefined,
): asserts app is A {
  if (!app || app.deletedAt) throw new ApiError('app_not_found');
  if (app.organizationId !== organizationId) {
    throw new ApiError('foreign_resource', sentence('app_of_another_organization'));
  }
}
