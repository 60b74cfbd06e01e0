import { ApiError, type ErrorCode } from './errors.ts';
import { sentence } from './sentences.ts';
import type { Thing } from './sentences/access.ts';

/** What a request names by its id, and the code of its absence. */
export const absences = {
  post: 'post_not_found',
  draft: 'composition_not_found',
  snippet: 'snippet_not_found',
  hashtag_set: 'hashtag_set_not_found',
  channel: 'integration_not_found',
  channel_group: 'group_not_found',
  organisation: 'organization_not_found',
  API_key: 'api_key_not_found',
  invitation: 'invitation_not_found',
  webhook: 'webhook_not_found',
  listener: 'listener_not_found',
  delivery: 'delivery_not_found',
} as const satisfies Record<Thing, ErrorCode>;

/** The refusal of an id that nothing has. */
export const missing = (thing: Thing, id: string): ApiError =>
  new ApiError(absences[thing], sentence('nothing_with_id', { thing, id }));

/** The refusal of an id of another organisation. */
export const foreign = (thing: Thing, id: string): ApiError =>
  new ApiError('foreign_resource', sentence('of_another_organization', { thing, id }));
