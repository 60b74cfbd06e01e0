/** The guards of what v1 is reached by: its database, its queue. */
import type { Mutant } from '../../../test/mutants/mutant.ts';

const RESTORED_SOURCE = ['src/migrate-v1/restored-source.test.ts'];

export const sourceOfV1Mutants: readonly Mutant[] = [
  {
    id: 'migration/queue-answers',
    rule: 'v1 is not stopped while its Redis cannot be read',
    file: 'src/migrate-v1/cutover/cut-over.ts',
    edits: [['    if (!options.frozenSource) await assertQueueAnswers(migration);\n', '']],
    tests: ['src/migrate-v1/cutover/stop-jobs.test.ts'],
  },
  {
    id: 'migration/begun-found-deleted',
    rule: 'a post that v1 may have sent does not wait there again because a later run found it deleted',
    file: 'src/migrate-v1/cutover/restart-v1.ts',
    edits: [[" or ${WAS_FOUND_DELETED} and s.state = '${state}'", '']],
    tests: ['src/migrate-v1/cutover/stop-runs.test.ts'],
  },
  {
    id: 'migration/doubt-written-over',
    rule: 'a post that v1 may have sent is asked about, although a late run of v1 has written over that',
    file: 'src/migrate-v1/map/post.ts',
    edits: [['isOverwritten && mayBePublished', 'false && mayBePublished']],
    tests: ['src/migrate-v1/cutover/stop-runs.test.ts'],
  },
  {
    id: 'migration/given-redis-gone',
    rule: 'a cutover without Redis needs none, although one was given before',
    file: 'src/migrate-v1/cutover/cut-over.ts',
    edits: [['options.withoutRedis ? withoutQueue(opened) : opened', 'opened']],
    tests: ['src/migrate-v1/cutover/stop-jobs.test.ts'],
  },
  {
    id: 'migration/restored-source',
    rule: 'a v1 that was restored from a dump is the same source',
    file: 'src/migrate-v1/v1-source.ts',
    edits: [['    await recogniseRestored(context, source);\n', '']],
    tests: RESTORED_SOURCE,
  },
  {
    id: 'migration/copy-beside',
    rule: 'a copy of a v1 that still answers is not taken for it',
    file: 'src/migrate-v1/v1-source.ts',
    edits: [['=== copied.fingerprint', "=== ''"]],
    tests: RESTORED_SOURCE,
  },
  {
    id: 'migration/restored-noted',
    rule: 'what a restored v1 would send again is reported by the next copy',
    file: 'src/migrate-v1/copy/run-pass.ts',
    edits: [["  if (place.kind === 0 && place.after === '') await notifyRestored(deps);\n", '']],
    tests: RESTORED_SOURCE,
  },
  {
    id: 'migration/stopped-again',
    rule: 'a cutover stops again what a restored v1 would send',
    file: 'src/migrate-v1/cutover/cut-over.ts',
    edits: [['    await stopAgain(migration, organization, options);\n', '']],
    tests: RESTORED_SOURCE,
  },
];
