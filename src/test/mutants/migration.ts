/** The guards of the migration from v1: nothing that v1 sent is sent again, nothing that waits is lost. */
import type { Mutant } from './mutant.ts';

const LOOK = 'src/migrate-v1/cutover/look-at-networks.ts';
const TAKE = 'src/migrate-v1/cutover/take-over.ts';
const CUTOVER = ['src/migrate-v1/cutover/cut-over.test.ts'];

export const migrationMutants: readonly Mutant[] = [
  {
    id: 'migration/one-entry',
    rule: 'a post that v1 may have sent is found by one entry of the list, not by one of several',
    file: LOOK,
    edits: [['&& same.length === 1', '']],
    tests: CUTOVER,
  },
  {
    id: 'migration/in-doubt',
    rule: 'a post that was due just before v1 was stopped is not sent without a look',
    file: TAKE,
    edits: [["set state = 'unconfirmed', error_code", 'set error_code']],
    tests: CUTOVER,
  },
  {
    id: 'migration/found-is-told',
    rule: 'v1 does not send again what was found at the network',
    file: 'src/migrate-v1/cutover/stop-v1.ts',
    edits: [['      await query(SENT, [batch]);\n', '']],
    tests: CUTOVER,
  },
];
