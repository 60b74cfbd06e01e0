/** The guards of reading numbers: never in the way of publishing, and only while a person looks. */
import type { Mutant } from './mutant.ts';

const COLLECT = 'activities/collect-numbers.ts';
const COLLECT_TESTS = ['activities/collect-numbers.test.ts'];

export const numberMutants: readonly Mutant[] = [
  {
    id: 'numbers/flags',
    rule: 'a network that refuses a call for numbers does not disconnect the channel',
    file: COLLECT,
    edits: [['flags: false', 'flags: true']],
    tests: COLLECT_TESTS,
  },
  {
    id: 'numbers/limit',
    rule: 'while posts of a channel wait for its network, its numbers are not read either',
    file: COLLECT,
    edits: [['if (row.waitMs > 0)', 'if (row.waitMs < 0)']],
    tests: COLLECT_TESTS,
  },
  {
    id: 'numbers/looked-at',
    rule: 'numbers that nobody has looked at for 30 days are no longer read',
    file: COLLECT,
    edits: [["return row.isLookedAt ? null : 'nobody", "return row.provider ? null : 'nobody"]],
    tests: COLLECT_TESTS,
  },
  {
    id: 'numbers/charged',
    rule: 'numbers for which a network charges are read daily only where the operator allows it',
    file: 'src/channels/daily-numbers.ts',
    edits: [['provider.readsNumbersDaily?.(env) === false', 'env === undefined']],
    tests: ['activities/reconcile-numbers.test.ts', ...COLLECT_TESTS],
  },
  {
    id: 'numbers/formula',
    rule: 'nothing in a CSV file is run by a spreadsheet as a formula',
    file: 'src/posts/numbers/export-numbers.ts',
    edits: [['escape_formulas: true', 'escape_formulas: false']],
    tests: ['src/posts/numbers/numbers.test.ts'],
  },
];
