/** The guards against a machine that is too busy, and against connections that fall silent. */
import type { Mutant } from './mutant.ts';

export const outageMutants: readonly Mutant[] = [
  {
    id: 'time/turn-in-the-activity',
    rule: 'a post that waits for its turn does not queue up again behind runs that only end',
    file: 'activities/row-outcome.ts',
    edits: [['throw notDue(row.turnMs ?? 0);', 'return later(row.turnMs ?? 0, row.revision);']],
    tests: ['activities/row-outcome.test.ts'],
  },
  {
    id: 'time/busy-workers',
    rule: 'workers that are too busy to answer do not cost the reconciler its pass',
    file: 'activities/reconcile-posts.ts',
    edits: [[' || busy) return;', ') return;']],
    tests: ['activities/reconcile-posts.test.ts'],
  },
  {
    id: 'time/silent-connection',
    rule: 'a connection to the database that falls silent is given up',
    file: 'src/platform/pool.ts',
    edits: [['if (!patience.getStore()) watch()', 'if (patience.getStore()) watch()']],
    tests: ['src/platform/database.test.ts'],
  },
  {
    id: 'time/commit-waits',
    rule: 'a connection whose commit waits for a synchronous standby is not given up',
    file: 'src/platform/pool.ts',
    edits: [['      if (goesOn) watch();\n      else void client.end();', '      void client.end();']],
    tests: ['src/run/cli/standby/promote.test.ts'],
  },
];
