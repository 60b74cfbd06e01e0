/** Records that a part is out, and as which post of the network. */
import type { Database } from '../src/platform/database.ts';
import { confirmPart, type Confirmed, type Finding } from './ledger/confirm-part.ts';
import { giveWay } from './ledger/give-way.ts';
import { isTakenByAnother } from './ledger/other-posts.ts';
import type { PartKey } from './ledger/part-key.ts';

/**
 * Confirms a part. A post that another part has by its words alone is taken back from it: what an answer or a
 * key says is stronger.
 *
 * @returns `taken` when the post is certainly, or as far as words can tell, another part's; undefined when
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
