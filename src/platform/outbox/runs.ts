import type { RunKind } from '../entities/delivery.ts';
import { queryInside, type EntityManager, type Statement } from '../database.ts';

const ASK: Statement = {
  name: 'outbox-ask',
  text: 'insert into outbox (id, kind, subject_id) values (gen_random_uuid(), $1, $2)',
};

/**
 * Asks for a run inside the transaction of the change that needs it. The relay starts it within a second or
 * two, however often it must try.
 *
 * @param subjectId the code, token, app or channel that the run is about
 */
export async function askForRun(tx: EntityManager, kind: RunKind, subjectId: string): Promise<void> {
  await queryInside(tx, ASK, [kind, subjectId]);
}
