/** The guards of a second site that takes over with a standby. */
import type { Mutant } from './mutant.ts';

const TESTS = ['src/run/cli/standby/promote.test.ts'];

export const standbyMutants: readonly Mutant[] = [
  {
    id: 'ledger/promoted-holds',
    rule: 'what a first site may have sent before its standby was promoted is looked for before anything of it is sent',
    file: 'src/posts/decide/promoted.ts',
    edits: [['complete || waits ?', 'timeline ?']],
    tests: TESTS,
  },
  {
    id: 'ledger/promoted-unasked',
    rule: 'a standby that was promoted in another way is frozen before its worker sends anything',
    file: 'src/platform/freeze.ts',
    edits: [['isCopy || (await isPromoted(database))', 'isCopy']],
    tests: TESTS,
  },
  {
    id: 'ledger/first-site-answers',
    rule: 'no second site takes over while the database of the first one answers',
    file: 'src/run/cli/standby/promote.ts',
    edits: [['if (who) {', 'if (who && !who) {']],
    tests: TESTS,
  },
  {
    id: 'ledger/ended-there',
    rule: 'an orderly end of the first site counts only if it is the last that its standby has',
    file: 'src/run/cli/standby/promote.ts',
    edits: [['past > 0 && past <= CHECKPOINT_BYTES', 'past > 0']],
    tests: TESTS,
  },
  {
    id: 'ledger/said-synchronous',
    rule: 'a first site counts as synchronous only if its workers found it so',
    file: 'src/run/cli/standby/promote.ts',
    edits: [['if (!(await readKnownServer(database))?.synchronous) {', 'if (!database) {']],
    tests: TESTS,
  },
];
