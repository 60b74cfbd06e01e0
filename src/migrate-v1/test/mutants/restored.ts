/** The guards of organisations that came from v1, on an instance that was restored from a backup. */
import type { Mutant } from '../../../test/mutants/mutant.ts';

const RESTORED = ['src/migrate-v1/cutover/restored.test.ts'];

export const restoredMutants: readonly Mutant[] = [
  {
    id: 'migration/doubt',
    rule: 'after a restore, nothing is published for an organisation of v1 before v1 was looked at',
    file: 'src/platform/published-elsewhere.ts',
    edits: [
      [
        "      and (w.publishes = 'v1' or jsonb_exists(w.detail, 'restoredAt')))",
        "      and w.publishes = 'v1')",
      ],
    ],
    tests: RESTORED,
  },
  {
    id: 'migration/doubt-restore',
    rule: 'a restore puts what came from v1 in doubt',
    file: 'src/run/cli/backup/restore-backup.ts',
    edits: [['({ name }) => name === CAME_OVER)', "({ name }) => name === 'v1')"]],
    tests: RESTORED,
  },
  {
    id: 'migration/doubt-copied',
    rule: 'so does a database that is a copy',
    file: 'src/platform/restored.ts',
    edits: [
      [
        '  await database.query(NOTE_COPIED);\n  await database.query(NOTE_DOUBT);',
        '  await database.query(NOTE_COPIED);',
      ],
    ],
    tests: RESTORED,
  },
  {
    id: 'migration/doubt-put-back',
    rule: 'so does one that the operator marks as put back',
    file: 'src/platform/restored.ts',
    edits: [['[at.toISOString()]);\n  await database.query(NOTE_DOUBT);', '[at.toISOString()]);']],
    tests: RESTORED,
  },
  {
    id: 'migration/doubt-resume',
    rule: 'an organisation in doubt is not resumed',
    file: 'src/posts/decide/resume.ts',
    edits: [["moved_at is null and not ${inDoubt('organization.id')}", 'moved_at is null']],
    tests: RESTORED,
  },
  {
    id: 'migration/doubt-cutover',
    rule: 'it is not cut over before v1 was looked at',
    file: 'src/migrate-v1/cutover/cut-over.ts',
    edits: [['  assertNoDoubt(organization);\n', '']],
    tests: RESTORED,
  },
  {
    id: 'migration/doubt-rollback',
    rule: 'nor given back to v1, which would send what Crier has sent since the backup',
    file: 'src/migrate-v1/cutover/roll-back.ts',
    edits: [['  assertNoDoubt(organization);\n', '']],
    tests: RESTORED,
  },
  {
    id: 'migration/doubt-finish',
    rule: 'nor is its migration finished',
    file: 'src/migrate-v1/finish.ts',
    edits: [['  organizations.forEach(assertNoDoubt);\n', '']],
    tests: RESTORED,
  },
  {
    id: 'migration/doubt-export',
    rule: 'nor is it exported, for another instance to publish',
    file: 'src/transfer/archive/write-archive.ts',
    edits: [['if (organization.doubt) {', 'if (organization.doubt && organization.publishesThere) {']],
    tests: RESTORED,
  },
  {
    id: 'migration/other-stop',
    rule: 'a v1 that a cutover unknown here has stopped is not cut over again before a look',
    file: 'src/migrate-v1/cutover/cut-over.ts',
    edits: [['  await assertNoOtherStop(migration, organization);\n', '']],
    tests: RESTORED,
  },
  {
    id: 'migration/sent-since',
    rule: 'what was due since a cutover that is unknown here is not sent without a look',
    file: 'src/migrate-v1/cutover/doubtful-posts.ts',
    edits: [['coalesce(j.begun, false) or r.had as begun', 'coalesce(j.begun, false) as begun']],
    tests: RESTORED,
  },
  {
    id: 'migration/no-way-back-since',
    rule: 'what such a cutover had taken over is not given back to v1',
    file: 'src/migrate-v1/cutover/roll-back.ts',
    edits: [['if (!finished && takenOverBeforeMs === null) return;', 'if (!finished) return;']],
    tests: RESTORED,
  },
  {
    id: 'migration/given-back-since',
    rule: 'what v1 publishes again since the backup is not published from here',
    file: 'src/migrate-v1/cutover/after-restore.ts',
    edits: [["  if (goesOn > 0) return 'v1';\n", '']],
    tests: RESTORED,
  },
  {
    id: 'migration/no-mark',
    rule: 'a v1 without a mark, which does not work, is not taken for the one that publishes',
    file: 'src/migrate-v1/cutover/after-restore.ts',
    edits: [["return left === 0 ? 'v1' : null;", "return 'v1';"]],
    tests: RESTORED,
  },
  {
    id: 'migration/looked-first',
    rule: 'after the look in v1, what is due is looked for on its network before anything is sent',
    file: 'src/migrate-v1/cutover/after-restore.ts',
    edits: [["    await queryInside(tx, PRESUME_SENT, [restoredAt, 'now', null, id]);\n", '']],
    tests: RESTORED,
  },
  {
    id: 'migration/doubt-refuses',
    rule: 'while it is in doubt who publishes, no post is made here',
    file: 'src/http/refuse-elsewhere.ts',
    edits: [["    if (publisher === 'doubt') throw new ApiError('publisher_in_doubt');\n", '']],
    tests: ['src/migrate-v1/commands/migrate-v1.test.ts'],
  },
  {
    id: 'migration/doubt-page',
    rule: 'a step on the page of the operator is refused while it is in doubt who publishes',
    file: 'src/migrate-v1/routes/migration.ts',
    edits: [['        chosen.forEach(assertNoDoubt);\n', '']],
    tests: ['src/migrate-v1/commands/migrate-v1.test.ts'],
  },
];
