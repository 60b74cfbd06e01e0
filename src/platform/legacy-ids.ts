/** Ids of records that were copied from an instance of v1. */
import { v5 as uuidv5 } from 'uuid';
import { isUuid } from './validation.ts';

/** What is copied from v1, in the order in which one refers to another. */
export const LEGACY_KINDS = [
  'organization',
  'user',
  'membership',
  'customer',
  'integration',
  'media',
  'tag',
  'signature',
  'set',
  'post',
  'notification',
  'oauth_app',
  'oauth_authorization',
  'webhook',
  'subscription',
] as const;
export type LegacyKind = (typeof LEGACY_KINDS)[number];

/**
 * The id that a record of v1 has here: a UUID is kept, anything else (a cuid) becomes the UUID that RFC 9562,
 * section 5.5 makes of it. The same source, kind and id give the same UUID, so a copy that is repeated meets
 * its own rows.
 */
export function idHere(sourceId: string, kind: LegacyKind | 'post_item', legacyId: string): string {
  return isUuid(legacyId) ? legacyId.toLowerCase() : uuidv5(`${kind}:${legacyId}`, sourceId);
}
