import { v5 as uuidv5 } from 'uuid';
import type { OldIdKind } from '../platform/old-ids.ts';
import { isUuid } from '../platform/validation.ts';

/**
 * The id that a record of v1 has here: a UUID is kept, anything else (a cuid) becomes the UUID that RFC 9562,
 * section 5.5 makes of it. The same source, kind and id give the same UUID, so a copy that is repeated meets
 * its own rows.
 */
export function idHere(sourceId: string, kind: OldIdKind | 'post_item', legacyId: string): string {
  return isUuid(legacyId) ? legacyId.toLowerCase() : uuidv5(`${kind}:${legacyId}`, sourceId);
}
