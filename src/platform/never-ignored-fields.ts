/** Fields of a request, beside its settings, that would change who sees a post and that no request has. */
import type { JsonSchema } from '../../providers/_kit/contract.ts';
import { neverIgnored } from '../../providers/_kit/unknown-settings.ts';
import { ApiError, type Issue } from './errors.ts';
import { sentence } from './sentences.ts';

/** Existing clients send a few unknown fields with each entry, part and file. */
const MAX_UNKNOWN = 20_000;

/** Unknown fields are ignored, except these: at the top, in an entry, a part or a file. */
export const ignoredFields = (schema: object, body: unknown): Issue[] =>
  neverIgnored(schema as JsonSchema, body, MAX_UNKNOWN).map(({ path, concern }) => ({
    path,
    ...(concern
      ? sentence('unknown_field_of_settings', { concern })
      : sentence('too_many_unknown_fields', { most: MAX_UNKNOWN })),
  }));

/** @throws ApiError `invalid_request` naming each of them */
export function assertNoneIgnored(schema: object, body: unknown): void {
  const issues = ignoredFields(schema, body);
  if (issues.length) throw new ApiError('invalid_request', { issues });
}
