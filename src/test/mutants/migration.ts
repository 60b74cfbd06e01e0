/** The guards of the migration from v1: nothing that v1 sent is sent again, nothing that waits is lost. */
import type { Mutant } from './mutant.ts';

const LOOK = 'src/migrate-v1/cutover/look-at-networks.ts';
const TAKE = 'src/migrate-v1/cutover/take-over.ts';
const CUTOVER = ['src/migrate-v1/cutover/cut-over.test.ts'];
const JOBS = ['src/migrate-v1/cutover/stop-jobs.test.ts'];

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
  {
    id: 'migration/begun-job',
    rule: 'a post whose job v1 had begun is not sent without a look, whatever its date',
    file: 'src/migrate-v1/cutover/doubtful-posts.ts',
    edits: [['(w.begun or ', '(']],
    tests: JOBS,
  },
  {
    id: 'migration/noted-job',
    rule: 'a job that is removed from the queue of v1 can be added again',
    file: 'src/migrate-v1/cutover/stop-jobs.ts',
    edits: [['      await note(migration, organization, jobs);\n', '']],
    tests: JOBS,
  },
  {
    id: 'migration/file-in-place',
    rule: 'a file that is fetched takes the place of none that is there',
    file: 'src/migrate-v1/copy/fetch-file.ts',
    edits: [['&& !(await sizeOnDisk(context, named))', '']],
    tests: ['src/migrate-v1/copy/fetch-file.test.ts'],
  },
  {
    id: 'migration/redirect',
    rule: 'an app of v1 brings no redirect URL that it could not have registered here',
    file: 'src/migrate-v1/copy/apps.ts',
    edits: [['redirectProblem(row) ? UNUSABLE_REDIRECT_URL :', '']],
    tests: ['src/migrate-v1/copy/apps.test.ts'],
  },
  {
    id: 'migration/links',
    rule: 'what v1 or another instance calls the address of a post is an address of the web',
    file: 'src/migrate-v1/map/post.ts',
    edits: [
      [
        'webAddress(textOf(row.releaseURL)) : null,\n      error_code',
        'textOf(row.releaseURL) : null,\n      error_code',
      ],
    ],
    tests: ['src/migrate-v1/map/hostile-records.test.ts'],
  },
];
