/** Records that a part is published, and as which post on the network. */
import type { Database } from '../src/platform/database.ts';
import { confirmPart, type Confirmed, type Finding } from './ledger/confirm-part.ts';
import { giveWay } from './ledger/give-way.ts';
import { isTakenByAnother } from './ledger/other-posts.ts';
import type { PartKey } from './ledger/part-key.ts';

/**
 * Confirms a part. A post that another part claimed by its text alone is taken back from it: an answer or a
 * key is stronger evidence.
 *
 * @returns `taken` when the post certainly, or by its text, belongs to another part; undefined when
 * this one was recorded before
 */
export async function confirmOwn(
  database: Database,
  key: PartKey,
  finding: Finding,
): Promise<Confirmed | undefined | 'taken'> {
  try {
    return await confirmPart(database, key, finding);
  } catch (error) {
    if (!isTakenByAnother(error)) throw error;
    if (finding.byWords || !(await giveWay(database, finding))) return 'taken';
    return confirmPart(database, key, finding);
  }
}
